// Sends a plain form only once the server answers: otherwise it would end on an error page of the browser or a proxy, and
// what was typed would be gone. Until then the page stays as it is, and says so. Listens last: what a script sends is its own.
import { load } from "../../shell/load.js"
import { isDecided, isFromUs } from "../post.js"
import { turnOfNewcomer } from "../sending/newcomer.js"
import { account, at } from "../stamp.js"

const health = at("health")
/** How long it may take to answer, and how long the page itself is proof that it does, in milliseconds. */
const patience = 8_000, lately = 5_000
/** A form that can wait instead says after how many milliseconds it does. */
const canWait = "[data-waits]"
// Without a network it could not be loaded any more.
const status = load("../status.js", import.meta.url)

const [{ workerStart } = {}] = performance.getEntriesByType("navigation")
/** A service worker may have shown a page that it kept. */
const isHeardLately = () => performance.now() < lately && workerStart === 0

/** @type {WeakSet<HTMLFormElement>} */
const asked = new WeakSet(), reached = new WeakSet()
/** Files are long on their way: pressed again, a form would begin anew with them. In milliseconds. */
const sendsFor = 10_000
/** How long a word stands that a form is on its way, if the page stays as it is all the same, in milliseconds. */
const leavesWithin = 20_000
/** @type {WeakMap<HTMLFormElement, number>} */
const sentAt = new WeakMap()

const left = () => new Promise(done => {
  addEventListener("pagehide", done, { once: true })
  setTimeout(done, leavesWithin)
})

/** How many forms are on their way, each to another page. */
let leaving = 0
// A page that is loaded anew would never get there: what one of them deletes has no page any more, and its answer says how to undo it.
for (const name of ["fivebar-redraw", "fivebar-foreign"]) document.addEventListener(name, event => { if (leaving > 0) event.preventDefault() })

function goOn(event) {
  const isLeft = left()
  leaving += 1
  isLeft.then(() => { leaving -= 1 })
  status.then(({ tellIfSlow }) => tellIfSlow(isLeft))
  sendFilesOnce(event)
}

function sendFilesOnce(event) {
  const { target: form } = event
  if (form.enctype !== "multipart/form-data") return
  if (performance.now() - sentAt.get(form) < sendsFor) return event.preventDefault()
  sentAt.set(form, performance.now())
  status.then(({ tell }) => tell("syncing"))
}
addEventListener("pageshow", ({ persisted }) => { if (persisted) for (const form of document.forms) sentAt.delete(form) })

addEventListener("submit", event => {
  const { target: form, submitter } = event
  const isPost = (submitter?.getAttribute("formmethod") ?? form.method).toLowerCase() === "post"
  // Those on the way to another account have asked already.
  if (event.defaultPrevented || !isPost || form.matches("[data-joining], [data-passkey]")) return
  if (reached.delete(form) || account && navigator.onLine !== false && isHeardLately() && !form.matches(canWait)) return goOn(event)
  event.preventDefault()
  if (!asked.has(form)) goOnceReached(form, submitter)
})

async function goOnceReached(form, submitter) {
  asked.add(form)
  const isThere = await isReachable(form, submitter)
  if (isThere) await turnOfNewcomer(left)
  asked.delete(form)
  if (!isThere) return
  reached.add(form)
  form.requestSubmit(submitter)
}

/** Whether the server answers, and takes what is submitted; if not, the page says so, unless that can wait: then its script
    prevents the default of "fivebar-unreachable". What cannot wait, nor stay as a draft, goes to a server that is out of order:
    its page says why. */
export async function isReachable(form, submitter) {
  const waits = Boolean(form?.matches(canWait))
  const request = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(waits ? Number(form.dataset.waits) : patience) }
  const isToAsk = navigator.onLine !== false && (waits || !isHeardLately()), asked = isToAsk ? fetch(health, request).catch(() => null) : undefined
  if (asked) status.then(({ tellIfSlow }) => tellIfSlow(asked))
  const answer = await asked, isThere = navigator.onLine !== false && (!isToAsk || isDecided(answer))
  const wait = new CustomEvent("fivebar-unreachable", { bubbles: true, cancelable: true, detail: { submitter } })
  if (isThere || form?.dispatchEvent(wait) === false) return isThere
  if (isFromUs(answer) && !form?.matches("[data-draft]")) return true
  status.then(({ tellRefusal }) => tellRefusal(document.body.dataset.wordsUnreachable))
  return false
}
