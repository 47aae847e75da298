// Starts a counter's own page: taps count immediately, and changes made elsewhere appear. Where there is room for both,
// the list comes to stand beside it.
import { redrawSoon } from "./detail.js"
import "./tap.js"
import "./undo.js"
import { isSettled } from "./cards.js"
import { load } from "../shell/load.js"

document.body.dataset.awake = ""
// Fingers come first: what follows changes, and what only a pointer needs, is loaded once they are served.
load("../shell/live.js", import.meta.url).then(({ keepLive }) => keepLive({ refresh: redrawSoon, isSettled }), () => {})
load("./waiting/lately.js", import.meta.url).catch(() => {})
if (matchMedia("(hover: hover)").matches) import("./card/pointed.js").catch(() => {})

const wide = matchMedia("(min-width: 75rem)")
function bringList() {
  // The full screen and a refused form have addresses of their own.
  if (wide.matches && /\/counters\/\d+$/.test(location.pathname)) import("./list/bring.js").then(({ bring }) => bring(), () => {})
}
// Back may lead to a list that stood here before the page was loaded anew.
const { pathname } = location
addEventListener("popstate", () => { if (location.pathname !== pathname && !document.querySelector("[data-counters]")) location.reload() })
wide.addEventListener("change", bringList)
bringList()
