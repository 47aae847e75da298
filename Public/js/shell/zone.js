// Tells the site which time zone the browser is in, by a cookie, so that "today" is the reader's own.
// What was drawn for another zone is drawn anew where it stands. Needs no words.
const name = "fivebar-zone="
const told = () => document.cookie.split("; ").find(pair => pair.startsWith(name))?.slice(name.length)

/** The site knows the zone after the call, and the page is on its way to be drawn for it. */
export async function learn() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone) return
  if (told() !== timeZone) tell(timeZone)
  // A sheet is fetched when it is opened.
  const drawn = document.querySelector("[data-zone]:not(dialog *)")
  // Only once: where no cookie is kept, or the site does not know the zone, it would never end.
  if (!drawn || drawn.dataset.zone === timeZone || told() !== timeZone) return
  const { redraw } = await import("./redraw.js")
  await redraw()
}

function tell(timeZone) {
  // The site's own path: this file lies at assets/<build>/js/shell below it.
  const path = new URL("../../../..", import.meta.url).pathname
  const secure = location.protocol === "https:" ? "; Secure" : ""
  document.cookie = `${name}${timeZone}; Path=${path}; Max-Age=34560000; SameSite=Lax${secure}`
}
