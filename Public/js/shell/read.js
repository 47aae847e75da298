// Keeps a read-only page live.
import { keepLive } from "./live.js"
import { redrawSoon } from "./redraw.js"

keepLive({ refresh: redrawSoon, isSettled: () => true })
