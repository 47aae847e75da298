// Fills in the form of a goal whose own is not kept, as far as the goal is known here: for times without a network. What waits of
// the goal is shown in it as in any other.
import { today } from "../../../shell/time/days.js"
import { settle } from "../fields.js"
import { known, lastList } from "./known.js"

/** @param {string} name of the goal: its number, or the operation that makes it @returns {Promise<boolean>} whether it is known here */
export async function fill(name) {
  const form = document.querySelector("[data-goal-form]"), archive = document.querySelector("[data-archive]")
  const [list, counters] = await Promise.all([lastList("goals"), lastList("")])
  const { dayStart } = list?.querySelector("[data-places]").dataset ?? form.dataset, state = known(list, name, today(Number(dayStart)))
  if (!state) return false
  form.dataset.dayStart = dayStart
  for (const attribute of ["href", "action"]) for (const part of document.querySelectorAll(`#content [${attribute}]`)) {
    part.setAttribute(attribute, part.getAttribute(attribute).replace(/\/goals\/0(?=[/#]|$)/, () => `/goals/${name}`))
  }
  const { name: title, color, start, end, reminder, counter, target } = state, time = [Math.floor(reminder / 60), reminder % 60]
  offer(form.elements.namedItem("counter"), counters, counter)
  const shown = { name: title, color, start, end, shown: end, counter: counter ?? "", target: target ?? "", draft: state.draft,
    reminder: reminder === undefined ? "" : time.map(part => String(part).padStart(2, "0")).join(":") }
  for (const [field, value] of Object.entries(shown)) form.elements.namedItem(field).value = value
  settle(form)
  if (counter) form.querySelector("details").open = true
  // That of a new day is told by the form's own script.
  form.querySelector("[data-span]").textContent = ""
  if (state.isArchived) {
    const button = archive.querySelector("button")
    button.value = "no"
    button.textContent = button.dataset.wordsUnarchive
  }
  const zone = list?.querySelector(".goals-zone")
  if (zone) document.querySelector(".goals-zone").replaceWith(document.importNode(zone, true))
  return true
}

/** The counters that were last seen, and the one that the goal follows, though that is not listed any more. */
function offer(select, counters, followed) {
  const add = (counter, title) => { select.appendChild(new Option(title, counter)).dir = "auto" }
  for (const card of counters?.querySelectorAll("[data-counters] > [data-counter]") ?? []) add(card.dataset.counter, card.querySelector("[data-name]").textContent)
  if (followed && !Array.from(select.options).some(({ value }) => value === String(followed))) add(followed, followed)
}
