// What every page does: its forms say when and where they were sent, and the site learns the device's zone.
import "./stamp.js"

const isZoneTold = () => document.cookie.split("; ").includes(`fivebar-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
const learnZone = () => import("./zone.js").then(({ learn }) => learn(), () => {})

if (!isZoneTold()) learnZone()
// Who travels takes an open page along.
document.addEventListener("visibilitychange", () => { if (!document.hidden && !isZoneTold()) learnZone() })
addEventListener("pageshow", event => { if (event.persisted) learnZone() })
