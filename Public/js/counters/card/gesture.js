// Sends a gesture's change to the server, and shows the notice with an undo button. Where the server cannot be reached,
// the change waits and is drawn. Independent of the kind of change and of the notice's markup.
import { postOrWait, wait } from "../../sync/later.js"
import { momentOfChange } from "../../sync/change.js"
import { newIdentifier } from "../../sync/stamp.js"
import { post } from "../../sync/post.js"
import { tellIfSlow, tellRefusal } from "../../sync/status.js"
import { counted } from "../counting.js"

/**
 * Posts a change, once. Resolves to the response, or to null without one.
 * @param {Record<string, unknown>} fields of the form
 * @param {{id?: string, at?: number, offset?: number, kind: string, change: object, counter?: string, delta?: string, drawn?: {title: string}}} [later]
 * the same change as an operation, which waits if it cannot be posted: that counts as done
 * @param {boolean} [isReachable] false: it waits at once
 */
export function tell(action, fields, later, isReachable = true) {
  const when = later?.at ? { at: later.at, offset: later.offset } : momentOfChange()
  /** An entry of counted, with a counter and a delta where that is all that a page draws of it.
      @type {{id: string, counter?: string, delta?: string, told?: Promise<Response?>}} */
  const gesture = { id: later?.id ?? newIdentifier(when.at), ...later?.delta && { counter: later.counter, delta: later.delta } }
  const name = later?.drawn?.title ?? document.querySelector(`[data-counter="${CSS.escape(String(later?.change.counter))}"] [data-name]`)?.textContent
  counted.push(gesture)
  document.dispatchEvent(new CustomEvent("fivebar-gesture"))
  const operation = later && { id: gesture.id, ...later, ...when }
  gesture.told = tellIfSlow(operation
    ? isReachable ? postOrWait(action, fields, operation) : Promise.resolve(wait(operation))
    : post(action, { ...fields, ...when, operation: gesture.id }))
  gesture.told.then(response => {
    if (response?.ok) offer(gesture, response.clone(), later?.kind, name)
    else forget(gesture.id)
  })
  return gesture.told
}

/** Shows the notice, unless something else was done meanwhile. @param {string} [kind] of a change that may wait, and of what */
async function offer(gesture, response, kind, name) {
  try {
    const [answer, module] = await Promise.all([response.json(), import("../../shell/notice.js")])
    const isWaiting = response.status === 202 && kind && name
    const notice = answer.notice ?? (isWaiting ? await (await import("../waiting/offer.js")).noticeOf(kind, name) : undefined)
    if (notice && counted.at(-1) === gesture) module.offer(notice)
  } catch {
    // The change is made; it can be undone in the history, or by its opposite.
  }
}

/** Says why a change was not made: the server's words, or that it cannot be reached. @param {Response?} response */
export async function tellProblem(response) {
  const answer = await response?.json().catch(() => null)
  tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
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
