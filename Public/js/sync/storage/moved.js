// Notes in localStorage whether IndexedDB may have some of what waits, so that only those few who ever had thousands waiting
// wait for it.
import { named } from "../stamp.js"

const mark = named("moved")

/** "1" for yes, "0" for no, null before it was looked for. */
export function noted() {
  try { return localStorage.getItem(mark) } catch { return null }
}

/** @param {"0" | "1"} state of the same length: there is room for one where the other was */
export function note(state) {
  try { localStorage.setItem(mark, state) } catch { /* then every page looks */ }
}
