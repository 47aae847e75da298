// The names of what operations are about, as far as this browser knows them: from the operations themselves, and from
// the pages of the counters and the goals as they were last seen.
import { fetchOrLastSeen } from "../pages/fetch.js"
import { at, isOfAnotherAccount } from "../stamp.js"

/** What an operation is about: a counter or a goal, by its number or by the operation that makes it. */
export function subjectOf({ id, kind, change, counter, goal = change?.goal }) {
  if (goal) return `goal ${goal}`
  if (kind === "createGoal") return `goal ${id}`
  return kind === "createCounter" ? `counter ${id}` : `counter ${counter ?? change?.counter}`
}

/** @param {import("../queue.js").Operation[]} operations @returns {Map<string, string>} by subject */
export function namesIn(operations) {
  const names = new Map()
  for (const operation of operations) {
    const { kind, change, drawn } = operation
    if (drawn) names.set(subjectOf(operation), drawn.title)
    if (["createCounter", "rename"].includes(kind)) names.set(subjectOf(operation), change.title)
    if (["createGoal", "editGoal"].includes(kind) && change.name !== undefined) names.set(subjectOf(operation), change.name)
  }
  return names
}

/** @returns {Promise<Map<string, string>>} by subject */
export async function namesOnPages() {
  const names = new Map()
  for (const [path, read] of [["", readCounters], ["goals", readGoals]]) {
    const page = await lastSeen(at(path))
    if (page && !isOfAnotherAccount(page)) read(page, names)
  }
  return names
}

async function lastSeen(address) {
  try {
    const page = await fetchOrLastSeen(address)
    return page && new DOMParser().parseFromString(await page.text(), "text/html")
  } catch {
    return undefined
  }
}

function readCounters(page, names) {
  for (const card of page.querySelectorAll("[data-counter]")) {
    names.set(`counter ${card.dataset.counter}`, card.querySelector("[data-name]").textContent)
  }
}

function readGoals(page, names) {
  for (const name of page.querySelectorAll(".goal-name[id]")) names.set(name.id.replace("-", " "), name.textContent)
}
