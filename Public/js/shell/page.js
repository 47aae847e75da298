// What is awake on every page: forms say when and where they were sent, and the site learns the device's zone.
// Fetches what it seldom needs.
import "./stamp.js"

const isZoneTold = () => document.cookie.split("; ").includes(`fivebar-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
const learnZone = () => import("./zone.js").then(({ learn }) => learn(), () => {})

if (!isZoneTold()) learnZone()
// Who travels takes an open page along.
document.addEventListener("visibilitychange", () => { if (!document.hidden && !isZoneTold()) learnZone() })
// What comes back from the browser's memory may have been drawn before.
addEventListener("pageshow", event => { if (event.persisted) learnZone() })
