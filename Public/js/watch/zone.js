// Tells the site the watch's zone, which decides what today is. Not on a counter's page, which has the least room: one comes to
// it by another page of the watch.
import { refresh, site } from "./watch.js"

const told = `fivebar-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`
if (!document.cookie.includes(told)) {
  document.cookie = `${told}; Path=${site}; Max-Age=34560000; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`
  // It may be of another day.
  refresh()
}
