// What is known of a goal whose page is not kept: what its card said in the list that was last seen, or how it was made here.
import { dayAfter } from "../../../shell/time/days.js"
import { at, isOfAnotherAccount } from "../../../sync/stamp.js"
import { pending } from "../../../sync/waiting/pending.js"

/** @typedef {{ name: string, color: string, start: string, end: string, first: string, done: string, streak: string, isArchived: boolean,
    states: Map<string, string>, follows?: object }} Known `first` is the day from which on all are known; of those before it so many
    are done, and so many right before it; `states` are those of the days that have passed, and of today: "done", "miss", "ring"
    or how many percent of it; `follows` what the figures' element says of the counter that it follows */

/** @returns {Promise<Document | undefined>} */
export async function lastList() {
  const kept = await caches.match(at("goals"), { ignoreVary: true })
  const page = kept && new DOMParser().parseFromString(await kept.text(), "text/html")
  return page && !isOfAnotherAccount(page) ? page : undefined
}

/** @param {Document} [list] @param {string} name of the goal @param {string} now today @returns {Known | undefined} */
export function known(list, name, now) {
  const link = list?.querySelector(`.goal-link[href$="/goals/${CSS.escape(name)}#today"]`)
  // An earlier version's list does not say enough.
  return link?.dataset.start ? ofCard(link) : ofNew(name, now)
}

function ofCard(link) {
  const card = link.closest("li"), { first, place, follows, target, counted, countedOn, isMarked } = card.dataset
  return {
    ...link.dataset, first, name: link.querySelector(".goal-name").textContent, color: /\bneon-(\d)/.exec(card.className)[1],
    isArchived: place === undefined, states: statesIn(link.querySelector(".dot-preview"), first),
    ...follows && { follows: { follows, target, counted, countedOn, ...isMarked && { isMarked } } },
  }
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

/** One that waits to be made: nothing of it is done. */
function ofNew(name, now) {
  const { name: title, color, start, end, counter, target } = pending().find(({ id, kind }) => kind === "createGoal" && id === name)?.change ?? {}
  return start && {
    name: title, color: String(color), start, end, first: start, done: "0", streak: "0", isArchived: false, states: new Map(),
    ...counter && { follows: { follows: String(counter), target: String(target), counted: "0", countedOn: now } },
  }
}
