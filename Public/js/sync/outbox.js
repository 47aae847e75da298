// Sends operations to the server, each at least once; its id makes it count only once. Unanswered operations stay in
// localStorage, so that leaving the page loses nothing. So do those of an account that is no longer open in this
// browser, until it is opened again. Dispatches "fivebar-answer" and "fivebar-refusal" on the document.
import { account } from "./stamp.js"
import { post } from "./post.js"
import { tell, tellRefusal } from "./status.js"

const prefix = "fivebar-operation-"
const patience = 4_000
const longestPause = 600_000
/** How long an operation is kept until its account is opened again, in milliseconds. */
const keptFor = 90 * 86_400_000
/** The server's reasons if the account is no longer open in this browser. */
const closed = new Set(["otherAccount", "unknownDevice"])
/** Unanswered operations. @type {Map<string, {id: string, account?: string, keptAt?: number, counter?: string, action: string, body: string, after?: string}>} */
const waiting = new Map()
const underway = new Set()
let failures = 0
let timer

/** Stores an operation and sends it, after the one it names. */
export function send(operation) {
  if (account) Object.assign(operation, { account, keptAt: Date.now() })
  try {
    localStorage.setItem(prefix + operation.id, JSON.stringify(operation))
  } catch {
    // No storage: the operation then lasts as long as the page.
  }
  waiting.set(operation.id, operation)
  attempt(operation)
}

async function attempt(operation) {
  const { id } = operation
  if (waiting.has(operation.after)) return
  underway.add(id)
  const slow = setTimeout(sayWhatWaits, patience, true)
  const reply = await ask(operation)
  clearTimeout(slow)
  underway.delete(id)
  if (reply.pause !== undefined) {
    failures += 1
    clearTimeout(timer)
    const pause = Math.min(30_000, 500 * 2 ** Math.min(failures, 6)) * (0.75 + Math.random() / 2)
    timer = setTimeout(sendAll, Math.max(pause, reply.pause))
    sayWhatWaits()
    return
  }
  failures = 0
  waiting.delete(id)
  if (!(operation.account && closed.has(reply.answer?.reason))) try { localStorage.removeItem(prefix + id) } catch { /* nothing was kept */ }
  sayWhatWaits()
  for (const next of waiting.values()) if (next.after === id) attempt(next)
  if (reply.isRefused) tellRefusal(reply.answer?.problem)
  const name = reply.isRefused ? "fivebar-refusal" : "fivebar-answer"
  document.dispatchEvent(new CustomEvent(name, { detail: { operation, answer: reply.answer } }))
}

/** A single attempt. Returns a pause if the outcome is unknown: no network, a server error, or a response that is not
    Fivebar's, such as a captive portal's or a proxy's. */
async function ask({ action, body, account }) {
  const fields = new URLSearchParams(body)
  if (account) fields.set("account", account)
  const response = await post(action, fields, { signal: AbortSignal.timeout?.(20_000) })
  const isOurs = response?.headers.get("fivebar-answer") === "yes"
  const isLater = !isOurs || response.status >= 500 || [408, 429].includes(response.status)
  const answer = isLater ? null : await response.json().catch(() => null)
  // This server sends it in seconds.
  if (isLater || response.ok && !answer) return { pause: Math.min(longestPause, response?.headers.get("retry-after") * 1_000 || 0) }
  return { isRefused: !response.ok, answer }
}

function sayWhatWaits(isSlow = false) {
  if (waiting.size === 0) tell("")
  else if (navigator.onLine === false) tell("offline")
  else if (failures > 0 || isSlow) tell("trying")
}

function sendAll() {
  for (const operation of waiting.values()) if (!underway.has(operation.id)) attempt(operation)
}

/** Resumes what an earlier page left. Its steps are not drawn: the server may have counted them already. */
function takeUp() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix)) continue
      const operation = JSON.parse(localStorage.getItem(key))
      if (!operation || waiting.has(operation.id)) continue
      if (!operation.account || operation.account === account) waiting.set(operation.id, operation)
      else if (Date.now() - operation.keptAt > keptFor) localStorage.removeItem(key)
    }
  } catch {
    // Without storage nothing was left.
  }
  sendAll()
}

addEventListener("online", sendAll)
addEventListener("offline", () => sayWhatWaits())
addEventListener("pageshow", event => { if (event.persisted) takeUp() })
takeUp()
