// What a form says of an entry: its note, and its time by the clock of the device that made it. Each is a change of its own. What
// the server would refuse is said at its field: without a network nobody else does, and what waits would be refused when it is
// too late to mend it.
import { clear, complain } from "../shell/complain.js"
import { isLonger, letters } from "../shell/numbers/letters.js"
import { now } from "../sync/stamp.js"

/** What is earlier no device made, as the server has it: 2020-01-01. */
const earliest = 1_577_836_800_000

/** @param {HTMLFormElement} form @param {{counter: string | number, entry: number}} subject
    @returns {{kind: string, change: object}[] | undefined} what differs from what was shown; nothing if a field says what is wrong */
export function changesIn(form, subject) {
  const { note, seen, time } = form.elements, changes = []
  for (const field of [time, note]) if (field) clear(field)
  if (note.value !== seen.value) {
    // One that two devices wrote may be longer, and is put right all the same.
    if (isLonger(note.value, Math.max(Number(note.dataset.most), letters(seen.value)))) return complain(note, note.dataset.tooLong)
    changes.push({ kind: "annotate", change: { ...subject, note: note.value, seen: seen.value } })
  }
  if (time && secondOf(time.value) !== secondOf(shownOf(time.dataset.made))) {
    const offset = offsetOf(time.dataset.made), at = secondOf(time.value) - offset * 60_000
    if (!(at >= earliest && at <= now())) return complain(time, time.dataset.problem)
    changes.push({ kind: "retime", change: { ...subject, at, offset } })
  }
  return changes
}

/** As a field has it. @param {string} made such as 2026-11-21T18:20:05.123+01:00 */
export const shownOf = made => made.slice(0, 19)

/** Minutes east of UTC. */
function offsetOf(made) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(made)
  return Number(`${sign}1`) * (60 * Number(hours) + Number(minutes))
}

/** What a clock shows, in milliseconds as if it showed UTC; NaN for what no clock does. @param {string} text */
function secondOf(text) {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : NaN
  // There is no 30th of February.
  return time && new Date(time).toISOString().startsWith(text) ? time : NaN
}

/** The same with another time. @param {string} made @param {number} at in milliseconds since 1970 @param {number} offset */
export const madeAt = (made, at, offset) => new Date(at + offset * 60_000).toISOString().slice(0, 23) + made.slice(23)
