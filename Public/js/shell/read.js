// Keeps a read-only page live, and calls its days what they are by now.
import { keepLive } from "./live.js"
import { load } from "./load.js"
import { redrawSoon } from "./redraw.js"

keepLive({ refresh: redrawSoon, isSettled: () => true })
if (document.querySelector("[data-made-on]")) load("./time/dayNames.js", import.meta.url).catch(() => {})
