// Keeps a page live that is only read.
import { keepLive } from "./live.js"
import { redrawSoon } from "./redraw.js"

keepLive({ refresh: redrawSoon, isSettled: () => true })
