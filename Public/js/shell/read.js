// Keeps a page live that is only read.
import { keepLive, redrawPage } from "./live.js"

keepLive({ refresh: redrawPage, isSettled: () => true })
