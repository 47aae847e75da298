// Keeps the list live: replaces only cards that have changed elsewhere.
import { isSettled } from "../cards.js"
import { keepLive } from "../../shell/live.js"

/** Checks whether the list is up to date. */
export const ask = keepLive({ refresh: wishes => import("./refresh.js").then(module => module.refresh(wishes), () => {}), isSettled, isAtOnce: true })
