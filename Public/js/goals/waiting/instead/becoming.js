// Makes of the page that stands in for a goal's the server's own, where it is: a goal that was made without a network gets its
// number, and what was not known here is shown once the server has told it. A day that is open stays open.
import { goal } from "../../dots.js"
import { at } from "../../../sync/stamp.js"

document.addEventListener("fivebar-answer", ({ detail: { operation: { id, kind }, answer } }) => {
  if (kind === "createGoal" && goal.dataset.goal === id && answer.goal) number(id, String(answer.goal))
})

function number(id, number) {
  const renamed = address => address.replace(`/goals/${id}`, () => `/goals/${number}`)
  // What waits still tells it by its first name.
  Object.assign(goal.dataset, { goal: number, madeBy: id, at: renamed(goal.dataset.at) })
  for (const link of goal.querySelectorAll("[href]")) link.setAttribute("href", renamed(link.getAttribute("href")))
  history.replaceState(history.state, "", renamed(location.href))
}

// What was refused has no page, but is listed with the reason.
document.addEventListener("fivebar-refusal", ({ detail: { operation: { id, kind } } }) => {
  if (kind === "createGoal" && goal.dataset.goal === id) location.replace(at("waiting"))
})

document.addEventListener("fivebar-refreshed", () => document.querySelector("[data-rest]")?.remove())
