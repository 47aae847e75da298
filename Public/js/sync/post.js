// Sends a script's POST requests, with the time and UTC offset of the action and the page's account: another one may be
// open in this browser by now, whose counters have the same numbers.
import { account, moment, noteTime } from "./stamp.js"

/** In milliseconds. */
const patience = 20_000

// Safari before 16 has none, and what never ends would hold up all that comes after it.
AbortSignal.timeout ??= time => {
  const control = new AbortController()
  setTimeout(() => control.abort(), time)
  return control.signal
}

/** @param fields may include a time; the default is now @param {RequestInit} [wishes]
    @returns {Promise<Response?>} null if there was no response in time */
export async function post(address, fields, { headers, ...wishes } = {}) {
  const body = new URLSearchParams(fields)
  if (!body.has("at")) for (const [name, value] of Object.entries(moment())) body.set(name, value)
  if (account) body.set("account", account)
  const signal = AbortSignal.timeout?.(patience)
  const request = { method: "POST", keepalive: true, signal, headers: { Accept: "application/json", ...headers }, body, ...wishes }
  const response = await fetch(address, request).catch(() => null)
  if (isFromUs(response)) noteTime(response)
  if (isAnswer(response) && response.ok) {
    document.body.dataset.changed = ""
    noteCount(response.clone()).catch(() => {})
  }
  return response
}

/** What it says of a counter is what pages show that were kept before. */
async function noteCount(response) {
  const answer = await response.json()
  if (answer.count !== undefined) (await import("./storage/latestCounts.js")).noteCounts([answer])
}

/** Neither a fault of the server's, nor for later. */
const isFinal = ({ status }) => status < 500 && ![408, 429].includes(status)

/** Whether the server itself has answered a script: a proxy or a fault decides nothing. */
export const isAnswer = response => response?.headers.get("fivebar-answer") === "yes" && isFinal(response)

/** Whether a response is the server's own, page or answer: others answer everything, too, such as a hotel's network. */
export const isFromUs = response => ["fivebar-page", "fivebar-answer"].some(name => response?.headers.has(name))

/** Whether the server has decided, be it with a page or an answer. */
export const isDecided = response => isFromUs(response) && isFinal(response)
