// Sends feedback without leaving the page, and retries without a response; refused feedback is submitted by the plain form
// underneath, which shows why. What can be told without the server is said before anything is kept. What was sent without a
// response is sent again when the form is opened again, with its operation id, by which the server recognises it if it did
// arrive.
import { drop, keep, ready, sentAs } from "../drafts/drafts.js"
import { clear, complain } from "../shell/complain.js"
import { isDecided, isFromUs, post } from "../sync/post.js"
import { newIdentifier } from "../sync/stamp.js"
import { tell } from "../sync/status.js"

const form = document.querySelector("[data-feedback]")
/** How long it may take before that is said, in milliseconds. */
const quickEnough = 5_000
let isWaiting = false
let isUnderway = false
let failures = 0
let timer

/** Sends once more what waits, unless somebody has removed it on the page of what waits, or sent something else since. */
function sendAgain() {
  if (!isWaiting) return
  if (sentAs(form) === form.elements.operation.value) return send()
  isWaiting = false
  tell("")
}

/** Says at their fields what the server would refuse: without a network nobody else does. */
function isSound() {
  const { email, message, stars } = form.elements, halves = email.value.split("@")
  const isReachable = halves.length === 2 && halves.every(half => half.trim())
  // The first of them gets the focus.
  if (email.value.trim() && !isReachable) complain(email, form.dataset.wordsEmail)
  else clear(email)
  if (!stars.value && !message.value.trim()) complain(message, form.dataset.wordsNothing)
  else clear(message)
  return !form.querySelector("#email[aria-invalid], #message[aria-invalid]")
}

async function send() {
  clearTimeout(timer)
  if (isUnderway) return
  isUnderway = true
  isWaiting = true
  const { wordsOffline, wordsTrying } = form.dataset
  Object.assign(document.body.dataset, { wordsOffline, wordsTrying })
  keep(form, form.elements.operation.value)
  const late = setTimeout(() => tell("trying"), quickEnough)
  const answer = navigator.onLine === false ? null : await ask()
  clearTimeout(late)
  isUnderway = false
  if (!answer) return sayWhatWaits()
  isWaiting = false
  failures = 0
  tell("")
  if (answer.ok) {
    drop(form)
    form.reset()
    location.assign(answer.url)
  } else {
    keep(form, null)
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
  // That there is no room today is said at once, by the server's page.
  const isKnown = answer?.ok ? isFromUs(answer) && answer.url.endsWith("?thanks") : isDecided(answer) || isFromUs(answer) && answer.status === 429
  return isKnown ? answer : null
}

/** Says that it is kept, and waits for the network, or a while if there is one. */
function sayWhatWaits() {
  if (navigator.onLine === false) return tell("offline")
  failures += 1
  timer = setTimeout(sendAgain, Math.min(30_000, 500 * 2 ** Math.min(failures, 6)))
  tell("trying")
}

// A page that was kept has no id for what is written now.
form.elements.operation.value ||= newIdentifier()
form.addEventListener("submit", event => {
  event.preventDefault()
  if (isSound()) send()
})
// A star or a word is what was missing.
form.addEventListener("input", ({ target }) => {
  const { email, message } = form.elements
  if ((target === message || target.name === "stars") && message.matches("[aria-invalid]")) clear(message)
  if (target === email && email.matches("[aria-invalid]")) clear(email)
})
addEventListener("online", sendAgain)
addEventListener("offline", () => { if (isWaiting) tell("offline") })
ready.then(() => {
  // A refused form already contains the input.
  if (sentAs(form) && !form.querySelector("[aria-invalid]")) send()
  form.dataset.awake = ""
})
