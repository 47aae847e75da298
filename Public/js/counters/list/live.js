// Keeps the list live: cards that are newer elsewhere are replaced, and no other.
import { isSettled } from "../cards.js"
import { keepLive } from "../../shell/live.js"

/** Looks whether the list is what the server has. */
export const ask = keepLive({ refresh: wishes => import("./refresh.js").then(module => module.refresh(wishes), () => {}), isSettled, isAtOnce: true })
