// One attempt to send a list of operations, and what came of each. Knows neither what waits nor the page.
import { isAnswer } from "../post.js"
import { at, noteTime } from "../stamp.js"

export const address = at("operations")
/** The server takes 500. Requests that outlive their page may have 64 KB together. */
export const mostInList = 500
const largestList = 60_000
const givenUpAfter = 20_000, longestPause = 600_000
/** The server's reasons if the account is no longer open in this browser, or there is none. */
export const closed = new Set(["otherAccount", "unknownDevice", "signUpIsClosed"])
/** After which pause there is room for what was too much, by the server's reason: a day has only so many, and the next
    one as many again. */
const later = { tooManyOperations: 1_000, tooManyOperationsToday: 60_000 }

const line = ({ id, kind, change, at, offset, account }) =>
  JSON.stringify({ id, kind, change, at, offset, account: account && Number(account) })

const encoder = new TextEncoder()
const bytes = text => encoder.encode(text).length

/** As many of the first ones as one request takes. @param {import("../storage/database.js").Entry[]} entries @param {number} most */
export function listOf(entries, most) {
  let size = 2
  const tooMuch = entries.findIndex(([, operation], place) => {
    size += bytes(line(operation)) + 1
    return place === most || place > 0 && size > largestList
  })
  return tooMuch < 0 ? entries : entries.slice(0, tooMuch)
}

/** A single attempt. Returns a pause if the outcome is unknown: no network, a server error, or a response that is not
    Fivebar's, such as a captive portal's or a proxy's; or that it is not known who is to blame. */
export async function deliver(list) {
  const body = `[${list.map(([, operation]) => line(operation)).join(",")}]`
  const response = await fetch(address, {
    method: "POST", body, keepalive: bytes(body) <= largestList + 2, signal: AbortSignal.timeout?.(givenUpAfter),
    headers: { Accept: "application/json", "Content-Type": "application/json" },
  }).catch(() => null)
  if (isAnswer(response)) noteTime(response)
  const answer = isAnswer(response) ? await response.json().catch(() => null) : undefined
  // This server sends Retry-After in seconds.
  if (answer === undefined || response.ok && !answer) return { pause: Math.min(longestPause, response?.headers.get("retry-after") * 1_000 || 0) }
  if (response.ok) return { answers: answersOf(answer) }
  // Such as behind a proxy that changes where a request comes from: that is no fault of theirs.
  if (!answer?.reason && [403, 404, 405].includes(response.status)) return { pause: 0 }
  // One of them may be to blame.
  if (list.length > 1 && !closed.has(answer?.reason)) return { isToBeParted: true }
  return { answers: new Map(list.map(([, { id }]) => [id, { isRefused: true, answer }])) }
}

/** What each operation came to, together with the state of what it changed. */
function answersOf({ revision, receipts, counters, days }) {
  const stateOf = ({ counter, goal }, { day }) =>
    day ? days.find(state => state.goal === goal && state.day === day) : counters.find(state => state.counter === counter)
  return new Map(receipts.map(receipt => [receipt.id, {
    isRefused: receipt.status !== "applied",
    later: later[receipt.reason],
    answer: receipt,
    // The number and its words are those after the list, whose revision `asOf` is; but what a list says of a counter to which
    // everything in it is a repetition is as old as `saidAt`.
    state: operation => {
      const state = stateOf(receipt, operation)
      return { ...receipt, ...state, revision: receipt.revision, saidAt: state?.revision, asOf: revision }
    },
  }]))
}
