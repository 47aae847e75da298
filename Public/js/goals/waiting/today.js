// Which day it is for the device, where only it can tell: on a page that was kept for a while.
import { now } from "../../sync/stamp.js"

const two = number => String(number).padStart(2, "0")
const day = 86_400_000

/** The civil day, such as "2026-01-03". @param {number} dayStart the hour at which days begin */
export function today(dayStart) {
  const time = new Date(now())
  time.setHours(time.getHours() - dayStart)
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

/** How many days lie between two. */
export const daysBetween = (first, last) => (Date.parse(last) - Date.parse(first)) / day

/** The day that many days later. */
export const dayAfter = (first, days) => new Date(Date.parse(first) + days * day).toISOString().slice(0, 10)
