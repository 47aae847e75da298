// Civil days where only the device can tell them: on a page that was kept for a while, and of what waits.
import { clock, now } from "../../sync/stamp.js"

const aMinute = 60_000, anHour = 60 * aMinute, day = 24 * anHour

/** The civil day of a time in milliseconds, such as "2026-01-03". @param {number} dayStart the hour at which days begin */
export function dayOf(milliseconds, dayStart) {
  // By the offset, as the server does: hours of the clock that a change of it skips are no time of any day.
  const offset = new Date(milliseconds).getTimezoneOffset() * aMinute
  return new Date(milliseconds - offset - dayStart * anHour).toISOString().slice(0, 10)
}

/** The civil day that it is. Until somebody says that a clock which differs from the server's is right, it is the server's. */
export function today(dayStart) {
  const { asked = 0 } = clock()
  // What is done by a clock that is behind is done by the server's already.
  return dayOf(asked > 0 ? Math.max(now(), Date.now() + asked) : now() + asked, dayStart)
}

/** How often to look whether another day has begun, in milliseconds. */
const lookEvery = 20_000

/** Calls back whenever it may be another day: with time, after a sleep, and when a clock is found to be wrong, or right. */
export function whenDayTurns(look) {
  const lookIfSeen = () => { if (!document.hidden) look() }
  setInterval(lookIfSeen, lookEvery)
  document.addEventListener("visibilitychange", lookIfSeen)
  document.addEventListener("fivebar-clock", look)
}

/** How many days lie between two. */
export const daysBetween = (first, last) => (Date.parse(last) - Date.parse(first)) / day

/** The day that many days later. */
export const dayAfter = (first, days) => new Date(Date.parse(first) + days * day).toISOString().slice(0, 10)
