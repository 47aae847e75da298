// Starts a counter's own page: taps count immediately, and changes made elsewhere appear. Where there is room for both,
// the list comes to stand beside it.
import "./alone.js"
import "./tap.js"
import "./undo.js"
import "./card/pointed.js"
import { isSettled } from "./cards.js"
import { keepLive } from "../shell/live.js"
import { redrawSoon } from "../shell/redraw.js"

keepLive({ refresh: redrawSoon, isSettled })
document.body.dataset.awake = ""

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
