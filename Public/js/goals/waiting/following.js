// What was counted on the counter that a goal follows, today and since the server told it, with the taps that wait: the
// server's page has not heard of them.
// Only taps: what a reset or a typed number changes counts for no day.
import { dayOf, today } from "../../shell/time/days.js"
import { pending } from "../../sync/waiting/pending.js"

/** @typedef {{follows: string, target: string, counted: string, countedOn: string, isMarked: string}} Following a goal's counter,
    how much of it completes a day, how much the server had of the day on which it told this, and whether that is marked as done */

/** @param {DOMStringMap & Following} following @param {number} dayStart the hour at which days begin
    @returns {{counted: number, isReached: boolean, isShort: boolean} | undefined} `isShort`: the server had it as done, but what
    waits takes it below the target; undefined if that is what the server told, or the goal follows no counter */
export const countedToday = (following, dayStart) => countedOnDay(following, dayStart, today(dayStart))

/** The days before today that have taps that wait, as far as the server has told what it had of them: how much was counted, as above.
    @param {DOMStringMap & Following} following @returns {[day: string, state: object][]} */
export function countedBefore(following, dayStart) {
  const { follows, countedOn } = following, now = today(dayStart)
  const days = new Set(follows ? tapsOn(follows).map(({ at }) => dayOf(at, dayStart)) : [])
  return Array.from(days).filter(day => day >= countedOn && day < now).map(day => [day, countedOnDay(following, dayStart, day)])
}

const tapsOn = follows => pending().filter(({ kind, counter }) => ["increment", "decrement"].includes(kind) && counter === follows)

function countedOnDay({ follows, target, counted, countedOn, isMarked }, dayStart, day) {
  if (!follows) return undefined
  const taps = tapsOn(follows).filter(({ at }) => dayOf(at, dayStart) === day)
  if (taps.length === 0 && countedOn >= day) return undefined
  const sum = taps.reduce((sum, { delta }) => sum + Number(delta), countedOn === day ? Number(counted) : 0)
  const isReached = sum >= Number(target)
  return { counted: sum, isReached, isShort: !isReached && !isMarked && countedOn === day && Number(counted) >= Number(target) }
}
