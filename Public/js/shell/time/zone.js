// Tells the site the browser's time zone in a cookie, so that "today" is correct for the user. A page rendered for
// another zone is updated in place. Contains no texts.
import { load } from "../load.js"

const name = "fivebar-zone="
const told = () => document.cookie.split("; ").find(pair => pair.startsWith(name))?.slice(name.length)

/** After the call the site knows the zone, and the page is being updated for it. */
export async function learn() {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  if (!timeZone) return
  if (told() !== timeZone) tell(timeZone)
  // A dialog is loaded when it is opened.
  const drawn = document.querySelector("[data-zone]:not(dialog *)")
  // Only once: without cookies, or if the site does not know the zone, it would never end.
  if (!drawn || drawn.dataset.zone === timeZone || told() !== timeZone) return
  const { redraw } = await load("../redraw.js", import.meta.url)
  await redraw()
}

function tell(timeZone) {
  // The site's base path: this file is at assets/<build>/js/shell/time below it.
  const path = new URL("../../../../..", import.meta.url).pathname
  const secure = location.protocol === "https:" ? "; Secure" : ""
  document.cookie = `${name}${timeZone}; Path=${path}; Max-Age=34560000; SameSite=Lax${secure}`
}
