// What is known of a goal whose page is not kept: what its card said in the list that was last seen, or how it was made here.
import { dayAfter } from "../../../shell/time/days.js"
import { at, isOfAnotherAccount } from "../../../sync/stamp.js"
import { pending } from "../../../sync/waiting/pending.js"

/** @typedef {{ name: string, color: number, start: string, end: string, reminder?: number, counter?: string, target?: string }} Fields
    what its form shows; the reminder is a minute of the day */
/** @typedef {Fields & { draft: string, first: string, done: string, streak: string, isArchived: boolean, states: Map<string, string>,
    following?: object }} Known `draft` is what the form says that it shows; from the day `first` on all are known, of those before
    so many are done, and so many right before it; `states` are those of the days that have passed, and of today: "done", "miss",
    "ring" or how many percent of it; `following` what the figures' element says of the counter that it follows */

/** @param {string} path "" for the counters, or "goals" @returns {Promise<Document | undefined>} */
export async function lastList(path) {
  const kept = await caches.match(at(path), { ignoreVary: true })
  const page = kept && new DOMParser().parseFromString(await kept.text(), "text/html")
  return page && !isOfAnotherAccount(page) ? page : undefined
}

/** @param {Document} [list] @param {string} name of the goal @param {string} now today @returns {Known | undefined} */
export function known(list, name, now) {
  const link = list?.querySelector(`.goal-link[href$="/goals/${CSS.escape(name)}#today"]`)
  // An earlier version's list does not say enough.
  return link?.dataset.draft ? ofCard(link) : ofNew(name, now)
}

function ofCard(link) {
  const card = link.closest("li"), { first, place, follows, target, counted, countedOn, isMarked } = card.dataset, { draft, done, streak } = link.dataset
  return {
    ...fieldsIn(draft), draft, first, done, streak, isArchived: place === undefined, states: statesIn(link.querySelector(".dot-preview"), first),
    ...follows && { following: { follows, target, counted, countedOn, ...isMarked && { isMarked } } },
  }
}

/** @returns {Fields} */
function fieldsIn(draft) {
  const [color, start, end, reminder, follows, ...name] = draft.split(" "), [counter, target] = follows === "-" ? [] : follows.split(":")
  return { name: name.join(" "), color: Number(color), start, end, reminder: reminder === "-" ? undefined : Number(reminder), counter, target }
}

/** Reads the small drawing of its days, which has a path for each kind of dot. */
function statesIn(drawing, first) {
  const box = 20, columns = 15, states = new Map()
  const note = (x, y, state) => states.set(dayAfter(first, Math.floor(y / box) * columns + Math.floor(x / box)), state)
  for (const kind of ["done", "miss", "ring"]) {
    const path = drawing.querySelector(`.${kind}`)?.getAttribute("d") ?? ""
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) note(Number(x), Number(y), kind)
  }
  for (const part of drawing.querySelectorAll(".part")) {
    note(Number(part.getAttribute("cx")), Number(part.getAttribute("cy")), part.getAttribute("stroke-dasharray").split(" ")[0])
  }
  return states
}

/** One that waits to be made, with what was edited since: nothing of it is done. */
function ofNew(name, now) {
  const waiting = pending(), made = waiting.find(({ id, kind }) => kind === "createGoal" && id === name)?.change
  if (!made) return undefined
  const goal = { ...made }
  for (const { change: { range, follows, reminder, ...change } } of waiting.filter(({ kind, change }) => kind === "editGoal" && change.goal === name)) {
    Object.assign(goal, range, change, follows === "none" ? { counter: undefined } : follows, reminder !== undefined && { reminder: reminder === "none" ? undefined : reminder })
  }
  const { color, start, end, reminder, counter, target } = goal
  return {
    ...goal, draft: [color, start, end, reminder ?? "-", counter ? `${counter}:${target}` : "-", goal.name].join(" "),
    first: start, done: "0", streak: "0", isArchived: false, states: new Map(),
    ...counter && { following: { follows: String(counter), target: String(target), counted: "0", countedOn: now } },
  }
}
