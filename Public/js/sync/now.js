// What time it is and where: every time that this device sends comes from here. Knows no page.

/** In milliseconds since 1970. */
export const now = () => Date.now()

/** The fields that go with everything that is sent: the time, and the minutes east of UTC there. */
export const moment = (at = now()) => ({ at, offset: -Math.round(new Date(at).getTimezoneOffset()) })
