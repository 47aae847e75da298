// The time of a change that replaces another one, such as a name: later than all that this browser made before, though its
// clock was set back meanwhile. The server takes the later one, and what somebody does last is what they want.
import { moment, named, now, serverTime } from "./stamp.js"

const latest = named("changed"), aDay = 86_400_000
/** Where nothing can be stored, the page remembers. */
let last = 0

/** @returns {{at: number, offset: number}} as `moment` */
export function momentOfChange() {
  try { last = Math.max(last, Number(localStorage.getItem(latest)) || 0) } catch { /* as above */ }
  // Of a clock that is years behind, nobody wants a change that is older than all others.
  const server = serverTime(), current = Math.max(now(), server)
  // What came with a clock that was far ahead was dated when the server had it.
  if (server > aDay && last - current > aDay) last = 0
  last = Math.max(current, last + 1)
  try { localStorage.setItem(latest, last) } catch { /* as above */ }
  return moment(last)
}
