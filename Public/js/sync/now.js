// What time it is: every time that is sent comes from here. Knows no page.

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
