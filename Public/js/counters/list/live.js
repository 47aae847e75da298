// Keeps the list live: replaces only cards that have changed elsewhere.
import { isSettled } from "../cards.js"
import { keepLive } from "../../shell/live.js"
import { refresh } from "./refresh.js"

/** Checks whether the list is up to date. */
export const ask = keepLive({ refresh, isSettled, isAtOnce: true })
