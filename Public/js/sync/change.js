// The time of a change that replaces another one, such as a name: later than all that this browser made before, though its
// clock was set back meanwhile. The server takes the later one, and what somebody does last is what they want.
import { moment, named, now } from "./stamp.js"

const latest = named("changed"), aDay = 86_400_000
/** Where nothing can be stored, the page remembers. */
let last = 0

/** @returns {{at: number, offset: number}} as `moment` */
export function momentOfChange() {
  try { last = Math.max(last, Number(localStorage.getItem(latest)) || 0) } catch { /* as above */ }
  // What came with a clock that was far ahead was dated when the server had it.
  if (last - now() > aDay) last = 0
  last = Math.max(now(), last + 1)
  try { localStorage.setItem(latest, last) } catch { /* as above */ }
  return moment(last)
}
