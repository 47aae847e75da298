// What was counted today on the counter that a goal follows, with the taps that wait: the server's page has not heard of them.
// Only taps: what a reset or a typed number changes counts for no day.
import { dayOf, today } from "../../shell/time/days.js"
import { pending } from "../../sync/waiting/pending.js"

/** @typedef {{follows: string, target: string, counted: string, countedOn: string, isMarked: string}} Following a goal's counter,
    how much of it completes a day, how much the server had of the day on which it told this, and whether that is marked as done */

/** @param {DOMStringMap & Following} following @param {number} dayStart the hour at which days begin
    @returns {{counted: number, isReached: boolean, isShort: boolean} | undefined} `isShort`: the server had it as done, but what
    waits takes it below the target; undefined if that is what the server told, or the goal follows no counter */
export function countedToday({ follows, target, counted, countedOn, isMarked }, dayStart) {
  if (!follows) return undefined
  const day = today(dayStart)
  const taps = pending().filter(({ kind, counter, at }) =>
    ["increment", "decrement"].includes(kind) && counter === follows && dayOf(at, dayStart) === day)
  if (taps.length === 0 && countedOn >= day) return undefined
  const sum = taps.reduce((sum, { delta }) => sum + Number(delta), countedOn === day ? Number(counted) : 0)
  const isReached = sum >= Number(target)
  return { counted: sum, isReached, isShort: !isReached && !isMarked && countedOn === day && Number(counted) >= Number(target) }
}
