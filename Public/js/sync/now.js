// What time it is, and whose page this is: what is sent says both, and it comes from here.

/** How far a wrong clock is behind the server's, whether that is made up for, and the day of the last look.
    @returns {{ difference?: number, isUsed?: boolean, day?: string }} */
export function clock() {
  try { return JSON.parse(localStorage.getItem("fivebar-clock")) ?? {} } catch { return {} }
}

/** In milliseconds since 1970. */
export function now() {
  const { isUsed, difference } = clock()
  return Date.now() + (isUsed ? difference : 0)
}

/** The time, and the minutes east of UTC there. */
export const moment = (at = now()) => ({ at, offset: -Math.round(new Date(at).getTimezoneOffset()) })

/** Of the page; undefined for who has none yet. Two accounts have counters of the same numbers. @type {string | undefined} */
export const { account } = document.documentElement.dataset

/** Whether a page that was fetched is another account's than the one that is shown. @param {Document} page */
export const isOfAnotherAccount = page => account !== undefined && page.documentElement.dataset.account !== account
