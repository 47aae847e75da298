// Tells the site which time zone the browser is in, by a cookie, so that "today" is the reader's own.
// Draws a page anew that was drawn for another zone. Needs no words.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const name = "fivebar-zone="
const told = () => document.cookie.split("; ").find(pair => pair.startsWith(name))?.slice(name.length)

if (timeZone && told() !== timeZone) {
  // The site's own path: this file lies at assets/<build>/js below it.
  const path = new URL("../../../..", import.meta.url).pathname
  const secure = location.protocol === "https:" ? "; Secure" : ""
  document.cookie = `${name}${timeZone}; Path=${path}; Max-Age=34560000; SameSite=Lax${secure}`
  const drawn = document.querySelector("[data-zone]")
  // Only once: where no cookie is kept, it would never end.
  if (drawn && drawn.dataset.zone !== timeZone && told() === timeZone) location.reload()
}
