// Marks a day as done or not done: shown in the same frame, then sent once. The server's response is shown as soon as
// there is nothing newer for the day; a refused change is reverted. The outbox reports the reason, and retries.
import { load } from "../shell/load.js"
import { momentOfChange } from "../sync/change.js"
import { nameOf, newIdentifier } from "../sync/stamp.js"
import { send } from "../sync/outbox.js"
import { idOf, keys } from "../sync/queue.js"
import { dayOf, dotOf, goal, isOurs, setState, stateOf, takeOver } from "./dots.js"
import { drawFigures } from "./figures.js"

/** Unanswered changes by day: the last operation, and the state before all of them. @type {Map<string, {id: string, was?: string}>} */
const waiting = new Map()
/** The revision of the newest response shown. */
export let newest = Number(goal.dataset.revision)
export function startAgainFrom(revision) { newest = revision }
const told = document.querySelector("[data-told]")

/** Whether all local changes are answered. */
export const isSettled = () => waiting.size === 0

/** Whether the day's last change is unanswered. */
export const isWaiting = day => waiting.has(day)

/** The id, time and zone for a new operation. */
export function stamp() {
  const when = momentOfChange()
  return { id: newIdentifier(when.at), ...when }
}

/** Toggles the dot; today's only once it is certain that the day is not over: who has to ask first prevents the event's default. */
export function press(dot) {
  const mayToggle = !dot.classList.contains("today") || document.dispatchEvent(new CustomEvent("fivebar-press-today", { cancelable: true }))
  if (mayToggle) toggle(dot)
}

/** Marks today or a past day, or removes the mark. Ignores a future day. */
export function toggle(dot) {
  const state = stateOf(dot)
  if (!state) return
  const day = dayOf(dot), before = waiting.get(day), isDone = state !== "done"
  const when = stamp()
  const was = before?.was ?? state
  waiting.set(day, { id: when.id, was })
  setState(dot, isDone ? "done" : without(dot, was))
  drawFigures()
  document.dispatchEvent(new CustomEvent("fivebar-day", { detail: { day } }))
  tell(isDone)
  if (isDone) celebrate(dot)
  else if (!("still" in document.documentElement.dataset)) navigator.vibrate?.(16)
  send({ ...when, kind: "markDay", change: { goal: nameOf(goal.dataset.goal), day, done: isDone }, goal: goal.dataset.goal, day })
}

/** The state of a day that is not done. */
export const undone = dot => dot.classList.contains("today") ? "open" : "miss"

/** The state once a mark is removed. @param {string} [was] before all marks that wait: meanwhile a day may have begun */
const without = (dot, was) => was === "part" ? was : undone(dot)

const figures = () => Array.from(document.querySelectorAll(".goal-figure, .goal-range > :not([hidden], [data-dates])"), ({ textContent }) => textContent.trim()).filter(Boolean)

/** Announces the state of the last marked day, and the goal's progress. */
function tell(isDone) {
  const state = isDone ? told.dataset.wordsDone : told.dataset.wordsUndone
  load("../shell/announce.js", import.meta.url).then(({ say }) => say(() => [state, ...figures()].join(" · ")), () => {})
}

let celebration
function celebrate(dot) {
  // As the figures have it: not all of a goal's days may be shown.
  const isComplete = !document.querySelector("[data-completed]").hidden
  celebration ??= import("./celebrate.js")
  const at = document.querySelector("dialog[open] .day-dot") ?? undefined
  celebration.then(module => module.celebrate(dot, { isComplete, at }), () => { celebration = undefined })
}

/** Handles the result of an operation on this page. */
function hear(event, operation, answer) {
  if (!isOurs(operation.goal)) return
  // A busy server says only that it has it: what it came to is asked for.
  const isTold = !answer || answer.dot !== undefined
  // One that comes late says less than the page, or another answer, has shown since.
  const asOf = answer?.asOf ?? answer?.revision, isNews = asOf >= Math.max(newest, Number(goal.dataset.revision))
  // Otherwise the page is asked for.
  if (isTold && (isNews || !answer)) event.preventDefault()
  const mine = waiting.get(operation.day), isLast = mine?.id === operation.id
  if (isLast) waiting.delete(operation.day)
  if (answer?.dot && isNews) {
    newest = asOf
    for (const figure of document.querySelectorAll("[data-figure]")) figure.textContent = answer[figure.dataset.figure]
    document.querySelector("[data-completed]").hidden = !answer.isCompleted
  }
  const dot = dotOf(operation.day)
  if (dot && isTold && !waiting.has(operation.day)) {
    if (answer) {
      const said = stateOf(dot)
      if (isNews) takeOver(dot, answer.dot)
      // A counter may have completed the day, regardless of the tap.
      if (isLast && (stateOf(dot) === "done") !== (said === "done")) tell(said !== "done")
    } else if (isLast) setState(dot, mine.was === "done" ? "done" : without(dot, mine.was))
    document.dispatchEvent(new CustomEvent("fivebar-day", { detail: { day: operation.day } }))
  }
  // Those of the answer are without what still waits.
  if (!answer || !isSettled()) drawFigures()
}

document.addEventListener("fivebar-answer", event => hear(event, event.detail.operation, event.detail.answer))
document.addEventListener("fivebar-refusal", event => hear(event, event.detail.operation))
// What an earlier page, or another one, could not send. The last one made is what is so, in whatever order they are heard of.
document.addEventListener("fivebar-waiting", event => {
  event.preventDefault()
  const order = keys().map(idOf)
  for (const { id, kind, day, change, ...operation } of event.detail.operations) {
    const dot = kind === "markDay" && isOurs(operation.goal) && dotOf(day)
    if (!dot || order.indexOf(waiting.get(day)?.id) > order.indexOf(id)) continue
    const was = waiting.get(day)?.was ?? stateOf(dot)
    waiting.set(day, { id, was })
    setState(dot, change.done ? "done" : without(dot, was))
  }
  if (!isSettled()) drawFigures()
})
