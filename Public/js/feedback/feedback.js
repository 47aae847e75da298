// Keeps typed feedback until it is sent, so that a reload, an error or a lost connection loses nothing. Sends it
// without leaving the page, and retries without a response; refused feedback is submitted by the plain form underneath,
// which shows why. On the thank-you page it only clears what was kept.
import { post } from "../sync/post.js"
import { tell } from "../sync/status.js"

const key = "fivebar-feedback"
const form = document.querySelector("[data-feedback]")
let isWaiting = false
let isUnderway = false
let failures = 0
let timer

const field = name => form.elements.namedItem(name)
const isBlank = () => ["stars", "message", "name", "email"].every(name => !field(name).value)

function keep() {
  try {
    sessionStorage.setItem(key, JSON.stringify({ isWaiting, fields: Object.fromEntries(new FormData(form)) }))
  } catch {
    // Storage is full or blocked: the text lasts as long as the page.
  }
}

function letGo() {
  try { sessionStorage.removeItem(key) } catch { /* nothing was kept */ }
}

/** Restores what an earlier page kept, with its operation id, by which the server recognises it if it did arrive. */
function takeUp() {
  let kept
  try { kept = JSON.parse(sessionStorage.getItem(key)) } catch { /* nothing was kept */ }
  // A refused form already contains the input.
  if (!kept?.fields || !isBlank()) return
  for (const [name, value] of Object.entries(kept.fields)) if (field(name)) field(name).value = value
  if (kept.isWaiting) send()
}

async function send() {
  clearTimeout(timer)
  if (isUnderway) return
  isUnderway = true
  isWaiting = true
  keep()
  const answer = navigator.onLine === false ? null : await ask()
  isUnderway = false
  if (!answer) return sayWhatWaits()
  isWaiting = false
  failures = 0
  tell("")
  if (answer.ok) {
    letGo()
    form.reset()
    location.assign(answer.url)
  } else {
    keep()
    form.submit()
  }
}

/** One attempt. Returns nothing if the outcome is unknown: no network, a server error, or a response not from Fivebar. */
async function ask() {
  const answer = await post(form.action, new FormData(form), {
    headers: { Accept: "text/html" },
    // A long message exceeds what a browser sends after its page is left.
    keepalive: false,
    signal: AbortSignal.timeout?.(20_000),
  })
  const isUnknown = !answer || (answer.ok ? !answer.url.endsWith("?thanks") : answer.status >= 500 || answer.status === 408)
  return isUnknown ? null : answer
}

/** Says that it is kept, and waits for the network, or a while if there is one. */
function sayWhatWaits() {
  if (navigator.onLine === false) return tell("offline")
  failures += 1
  timer = setTimeout(send, Math.min(30_000, 500 * 2 ** Math.min(failures, 6)))
  tell("trying")
}

if (form) {
  form.addEventListener("input", keep)
  form.addEventListener("submit", event => {
    event.preventDefault()
    send()
  })
  addEventListener("online", () => { if (isWaiting) send() })
  addEventListener("offline", () => { if (isWaiting) tell("offline") })
  takeUp()
  form.dataset.awake = ""
} else {
  letGo()
}
