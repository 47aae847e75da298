// Where the page's site is, and what every operation says of itself: an id, the current time, and the page's account.

/** This file is at assets/<build>/js/sync below the site. */
export const site = new URL("../../../../", import.meta.url)
/** The address of one of the site's paths. @param {string} path without a slash at its beginning */
export const at = path => new URL(path, site).href

/** The name under which this site keeps something in the browser: sites at other paths of the host have their own. */
export const named = name => site.pathname === "/" ? `fivebar-${name}` : `fivebar${site.pathname}${name}`

try {
  // Earlier versions gave it the same name at every path of a host. What they noted of this path says that it is this site's.
  const left = site.pathname === "/" ? [] : Object.keys(localStorage).filter(key => key.startsWith("fivebar-") && key !== "fivebar-clock")
  const isOurs = left.some(key => key.startsWith("fivebar-kept-revision-") && key.endsWith(`-${site.pathname}`))
  for (const key of isOurs ? left : []) {
    localStorage.setItem(named(key.slice("fivebar-".length)), localStorage.getItem(key))
    localStorage.removeItem(key)
  }
} catch {
  // Without storage nothing was left; without room it stays where it is.
}

/** How far a wrong clock is behind the server's, whether to correct for that, and the day of the last check.
    @returns {{ difference?: number, isUsed?: boolean, day?: string }} */
export function clock() {
  try { return JSON.parse(localStorage.getItem("fivebar-clock")) ?? {} } catch { return {} }
}

/** The server's time as the page told it, or what came since, beyond what the page's own clock says, which nobody sets. A page
    that was kept for a while tells an earlier time. */
let lead = Number(document.body.dataset.at ?? 0) - performance.now()
/** Until anything has told it, only how long the page is open. */
export const serverTime = () => Math.floor(lead + performance.now())

/** How exactly somebody puts a clock right, in milliseconds. */
const aboutRight = 600_000
/** What the clock says beyond what it has gone since the page began: that changes when it is set, or after a sleep. */
const ahead = () => Date.now() - performance.now(), begun = ahead()

function deviceTime() {
  const { isUsed, difference } = clock(), moved = ahead() - begun
  // Who puts a wrong clock right while the page is open does not want it corrected any more.
  const isPutRight = Math.abs(moved - difference) < aboutRight
  return Date.now() + (isUsed && !isPutRight ? difference : 0)
}

/** What is done from here on comes after what the server shows in its response. @param {Response} response of ours */
export function noteTime({ headers }) {
  const second = Date.parse(headers.get("date"))
  // A clock that is not behind whole seconds tells the time better.
  const time = second > deviceTime() ? second + 999 : second
  if (time > serverTime()) lead = time - performance.now()
}

/** The time in milliseconds since 1970. By a clock that is a little behind the server's, what somebody does would be earlier
    than what they see, and lose to it. */
export function now() {
  const device = deviceTime(), server = serverTime()
  // It may be more than a day behind, unless somebody was asked about that and keeps it (shell/time/clock.js).
  return server > device && (server - device < 86_400_000 || !clock().difference) ? server : device
}

/** The time, and its UTC offset in minutes, positive to the east. */
export const moment = (at = now()) => ({ at, offset: -Math.round(new Date(at).getTimezoneOffset()) })

/** The time of the latest id, and how many were made at that time. */
let latest = 0, sequence = 0

/** An id for an operation: a UUID of version 7, later than all that this page made before (RFC 9562 §6.2, method 1): of two
    changes in one millisecond the later one stays. Does not use crypto.randomUUID, which is not available on plain HTTP.
    @returns {string} */
export function newIdentifier(time = now()) {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  sequence = time > latest ? 0 : sequence + 1
  latest = Math.max(latest, time)
  for (let place = 5, rest = latest; place >= 0; place -= 1) {
    bytes[place] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes[6] = 0x70 | sequence >> 8 & 0x0f
  bytes[7] = sequence
  bytes[8] = 0x80 | (bytes[8] & 0x3f)
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

/** A counter or a goal is named by its number, or before it has one by the operation that made it. */
export const nameOf = name => /^\d+$/.test(name) ? Number(name) : name

/** The page's account; undefined for a newcomer. Counter ids are only unique per account. @type {string | undefined} */
export const { account } = document.documentElement.dataset

/** Whether another tab has deleted the account since this page came: nothing of it stays in the browser. One that was put
    back from a copy is another page's again. */
export function isDeleted() {
  try { return account !== undefined && Number(localStorage.getItem(named(`deleted-${account}`))) > performance.timeOrigin } catch { return false }
}

/** Whether a key is of what forms left that make no operations: the settings and feedback. */
export const isOfForms = key => key.startsWith(named("settings-")) || key.startsWith(named("draft-")) && key.endsWith("/feedback")

/** Before a browser translates the page. */
const language = document.documentElement.lang

/** Whether a fetched page belongs to a different account than the current page. @param {Document} page */
export const isOfAnotherAccount = page => account !== undefined && page.documentElement.dataset.account !== account

/** The same, or whether it is in another language, as chosen in another tab. @param {Document} page */
export const isForeign = page => isOfAnotherAccount(page) || page.documentElement.lang !== language
