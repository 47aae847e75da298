// Civil days where only the device can tell them: on a page that was kept for a while, and of what waits.
import { clock, now } from "../../sync/stamp.js"

const two = number => String(number).padStart(2, "0")
const day = 86_400_000

/** The civil day of a time in milliseconds, such as "2026-01-03". @param {number} dayStart the hour at which days begin */
export function dayOf(milliseconds, dayStart) {
  const time = new Date(milliseconds)
  time.setHours(time.getHours() - dayStart)
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

/** The civil day that it is. Until somebody says that a clock which differs from the server's is right, it is the server's. */
export const today = dayStart => dayOf(now() + (clock().asked ?? 0), dayStart)

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
