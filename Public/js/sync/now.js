// The current time and the page's account, which every request includes.

/** How far a wrong clock is behind the server's, whether to correct for that, and the day of the last check.
    @returns {{ difference?: number, isUsed?: boolean, day?: string }} */
export function clock() {
  try { return JSON.parse(localStorage.getItem("fivebar-clock")) ?? {} } catch { return {} }
}

/** The time in milliseconds since 1970. */
export function now() {
  const { isUsed, difference } = clock()
  return Date.now() + (isUsed ? difference : 0)
}

/** The time, and its UTC offset in minutes, positive to the east. */
export const moment = (at = now()) => ({ at, offset: -Math.round(new Date(at).getTimezoneOffset()) })

/** The page's account; undefined for a newcomer. Counter ids are only unique per account. @type {string | undefined} */
export const { account } = document.documentElement.dataset

/** Whether a fetched page belongs to a different account than the current page. @param {Document} page */
export const isOfAnotherAccount = page => account !== undefined && page.documentElement.dataset.account !== account
