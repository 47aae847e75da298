// Keeps the list live: cards that are newer elsewhere are replaced, and no other.
import { isSettled } from "../cards.js"
import { keepLive } from "../../shell/live.js"

keepLive({ refresh: wishes => import("./refresh.js").then(module => module.refresh(wishes), () => {}), isSettled, isAtOnce: true })
