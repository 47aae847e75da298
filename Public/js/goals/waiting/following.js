// What was counted today on the counter that a goal follows, with the taps that wait: the server's page has not heard of them.
// Only taps: what a reset or a typed number changes counts for no day.
import { dayOf, today } from "../../shell/time/days.js"
import { pending } from "../../sync/waiting/pending.js"

/** @typedef {{follows: string, target: string, counted: string, countedOn: string}} Following a goal's counter, how much of it
    completes a day, and how much the server had of the day on which it told this */

/** @param {DOMStringMap & Following} following @param {number} dayStart the hour at which days begin
    @returns {{counted: number, isReached: boolean} | undefined} undefined if that is what the server told, or the goal follows no counter */
export function countedToday({ follows, target, counted, countedOn }, dayStart) {
  if (!follows) return undefined
  const day = today(dayStart)
  const taps = pending().filter(({ kind, counter, at }) =>
    ["increment", "decrement"].includes(kind) && counter === follows && dayOf(at, dayStart) === day)
  if (taps.length === 0 && countedOn >= day) return undefined
  const sum = taps.reduce((sum, { delta }) => sum + Number(delta), countedOn === day ? Number(counted) : 0)
  return { counted: sum, isReached: sum >= Number(target) }
}
