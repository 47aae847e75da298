// Tells the server what a gesture has done on the list, and shows the offer to take it back.
// Knows neither what was done nor what an offer looks like.
import { newIdentifier } from "../../sync/identifier.js"
import { post } from "../../sync/post.js"
import { counted } from "../counting.js"

/** Posts a change, once. Resolves to the answer, or to null where there was none. @param {Record<string, unknown>} fields */
export function tell(action, fields) {
  /** @type {{id: string, told?: Promise<Response?>}} what is told has no counter and no delta */
  const gesture = { id: newIdentifier() }
  counted.push(gesture)
  document.dispatchEvent(new CustomEvent("fivebar-gesture"))
  gesture.told = post(action, { ...fields, operation: gesture.id })
  gesture.told.then(response => {
    if (response?.ok) offer(gesture, response.clone())
    else forget(gesture.id)
  })
  return gesture.told
}

/** Shows the offer, unless something else was done meanwhile. */
async function offer(gesture, response) {
  try {
    const [{ notice }, module] = await Promise.all([response.json(), import("../../shell/notice.js")])
    if (notice && counted.at(-1) === gesture) module.offer(notice)
  } catch {
    // What was done is done; it stands in the history, or can be done the other way.
  }
}

/** @returns {boolean} whether it was known */
function forget(id) {
  const place = counted.findIndex(step => step.id === id)
  if (place >= 0) counted.splice(place, 1)
  return place >= 0
}

document.addEventListener("fivebar-undone", ({ detail: { undone, by, isRedo } }) => {
  if (!forget(undone) && isRedo) counted.push({ id: by, told: Promise.resolve({ ok: true }) })
})
