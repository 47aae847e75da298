// On every page of a watch: adds the time and the page's account to each form, as shell/page.js does on other pages, keeps
// the page up to date and counts without loading it anew. Imports nothing, because a page has at most 10 KB.
const askEvery = 20_000, tryAgainAfter = 2_000, patience = 20_000
const { dataset } = document.body, root = document.documentElement, { account } = root.dataset
const trying = document.getElementById("trying"), words = trying.textContent
const { format } = new Intl.NumberFormat(root.lang)
/** A proxy's or a portal's page is no answer. */
const isOurs = response => ["fivebar-page", "fivebar-answer"].some(name => response?.headers.has(name))
/** Of the server's refusals only "too many" passes, as does what is its fault. */
const isAnswer = response => isOurs(response) && response.status < 429

// This file is at assets/<build>/js/watch below the site; those at other paths of the host have their own.
export const site = new URL("../../../../", import.meta.url).pathname
const prefix = `fivebar${site === "/" ? "-" : site}press-${account ?? ""}-`
/** Presses that are not answered yet, first made first; so that they outlast the page, they are in localStorage, too.
    @type {{ order: number, address: string, body: string, operation: string, isNew?: boolean, isDrawn?: boolean }[]} */
const presses = kept()

function kept() {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix)).map(key => JSON.parse(localStorage[key])).sort((one, other) => one.order - other.order)
  } catch {
    return []
  }
}

function keep(press) {
  presses.push(press)
  try { localStorage[prefix + press.operation] = JSON.stringify(press) } catch { /* it lasts as long as the page */ }
}

function drop({ operation }) {
  presses.shift()
  try { delete localStorage[prefix + operation] } catch { /* it was not kept */ }
}

/** Shows what a press comes to. Its marks are drawn by the server alone. */
function draw(press) {
  const { address, body } = press, button = document.querySelector(`[formaction="${address}"], [action="${address}"] [name="done"]`)
  press.isDrawn = true
  if (button?.name) {
    const isDone = body.includes("done=yes")
    button.setAttribute("aria-pressed", isDone)
    button.value = isDone ? "no" : "yes"
  } else if (button) {
    const { form } = button, shown = form.querySelector(".count"), step = numberIn(button.getAttribute("aria-label")) || 1n
    const sum = numberIn(shown.textContent) + (button.id === "tap" ? step : -step), count = sum > 0n ? sum : 0n
    // Like the server's, a long one may break.
    shown.innerHTML = format(count).replace(/\D/g, count > 999_999_999n ? "<wbr>$&" : "$&")
    form.classList.toggle("counter--long", count > 999n)
  }
}

/** A label without digits is that of one. */
const numberIn = text => BigInt(text.replace(/\D/g, ""))

let isSending = false
/** Sends one press after the other, because what they come to depends on their order. */
async function send() {
  if (isSending) return
  isSending = trying.hidden = true
  let last, refused
  while (presses.length) {
    const [{ address, body, isNew }] = presses
    const response = await ask(address, { method: "POST", body: new URLSearchParams(body), keepalive: true })
    const isRefused = isAnswer(response) && !response.ok
    // Those of an account that is not open in this browser any more wait until it is again.
    if (isRefused && await isOfAnotherAccount()) return location.reload()
    if (isAnswer(response)) {
      drop(presses[0])
      last = { response, isNew }
      if (isRefused) refused = (await pageIn(response).catch(() => null))?.querySelector("h1").textContent
    } else {
      tell(`${words} ${trying.dataset.waiting.replace("{number}", format(presses.length))}`, "")
      // The page may contain those of an earlier one, unless the network is gone.
      for (const press of presses) if (!press.isDrawn) draw(press)
      await new Promise(done => setTimeout(done, tryAgainAfter))
    }
  }
  isSending = false
  trying.hidden = true
  if (refused) tell(refused, "danger")
  // What an earlier page has left leads to that one.
  if (last?.isNew && last.response.ok) show(last.response)
  else if (last) refresh()
}

/** Says it once: a screen reader reads all that is written. */
function tell(sentence, kind) {
  trying.className = kind
  if (trying.textContent !== sentence) trying.textContent = sentence
  trying.hidden = false
}

const pageIn = async response => new DOMParser().parseFromString(await response.text(), "text/html")

/** Whether another one, or none, is open by now. */
async function isOfAnotherAccount() {
  const response = await ask(), page = isOurs(response) && await pageIn(response).catch(() => null)
  return account !== undefined && page && page.documentElement.dataset.account !== account
}

/** Shows a page that came, unless it is older than this one. */
async function show(response) {
  const page = await pageIn(response), { revision } = page.body.dataset
  // A press on what is replaced before it ends is lost.
  while (document.querySelector(".row:active")) await new Promise(requestAnimationFrame)
  if (new URL(response.url).pathname !== location.pathname || page.documentElement.dataset.account !== account || page.documentElement.lang !== root.lang) return location.assign(response.url)
  if (Number(revision) < Number(dataset.revision)) return
  dataset.revision = revision
  // Of when this page began, as forms have it.
  dataset.at = page.body.dataset.at - performance.now()
  // Another look may have been chosen meanwhile.
  for (const name in root.dataset) delete root.dataset[name]
  Object.assign(root.dataset, page.documentElement.dataset)
  takeOver(document.getElementById("content"), page.getElementById("content"))
  for (const press of presses) if (press.isDrawn) draw(press)
}

/** Changes what differs: what stays under a finger, or in its place, must not be another element. */
function takeOver(shown, fresh) {
  if (shown.isEqualNode(fresh) || shown.id === "told" && !fresh.firstElementChild) return
  const isAlike = shown.nodeName === fresh.nodeName && shown.attributes?.length === fresh.attributes?.length && shown.childNodes.length === fresh.childNodes.length
  if (!isAlike || !shown.attributes) return shown.replaceWith(fresh)
  for (const { name, value } of fresh.attributes) shown.setAttribute(name, value)
  for (const [place, child] of Array.from(fresh.childNodes).entries()) takeOver(shown.childNodes[place], child)
}

/** @param {RequestInit} [request] */
const ask = (address = location.href, request) => fetch(address, { ...request, signal: AbortSignal.timeout?.(patience) }).catch(() => null)

/** Shows what the server has, unless a press is not answered yet or this page is newer; or, if it refuses, loads its answer.
    Leaves alone what one types into. @returns {Promise<boolean>} whether the server was reached */
export async function refresh() {
  if (document.querySelector(".form")) return
  const response = await ask()
  if (isAnswer(response) && !presses.length) await (response.ok ? show(response) : location.reload())
  return isAnswer(response)
}

addEventListener("formdata", ({ formData }) => {
  // What is done on a page comes after what it shows, whatever a slow clock says. One that is ahead is the server's business.
  formData.set("at", Math.floor(Math.max(Date.now(), Number(dataset.at ?? 0) + performance.now())))
  formData.set("offset", -new Date().getTimezoneOffset())
  if (account) formData.set("account", account)
})
addEventListener("submit", event => {
  const { target, submitter } = event
  if (!("atOnce" in target.dataset)) return
  event.preventDefault()
  // With the time when it was pressed, however late it is sent.
  const body = new URLSearchParams(new FormData(target)), at = Number(body.get("at"))
  // Sent again, it is counted once.
  const operation = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("")
  body.set("operation", operation)
  if (submitter.name) body.set(submitter.name, submitter.value)
  if (!("still" in root.dataset)) navigator.vibrate?.(8)
  const address = submitter.getAttribute("formaction") ?? target.getAttribute("action")
  // The clock may be set back meanwhile.
  keep({ order: Math.max(at, (presses.at(-1)?.order ?? 0) + 1), address, body: String(body), operation, isNew: true })
  draw(presses.at(-1))
  send()
  clearTimeout(resting)
  resting = setTimeout(() => { document.querySelector("output").textContent = document.querySelector(".count")?.textContent }, 500)
})
/** What one has counted oneself is read out, once the finger rests. */
let resting
/** When each finger came down. Where several are down the browser clicks for none, so each counts by itself. */
const began = {}
let isMany
addEventListener("touchstart", ({ touches, changedTouches, timeStamp }) => {
  isMany ||= touches.length > 1
  for (const { identifier } of changedTouches) began[identifier] = timeStamp
})
addEventListener("touchend", event => {
  if (!isMany) return
  event.preventDefault()
  // One that rests there is no tap.
  for (const { identifier, target } of event.changedTouches) if (target.matches(".tap, .minus") && event.timeStamp - began[identifier] < 500) target.form?.requestSubmit(target)
  isMany = event.touches.length
})
for (const press of presses) press.isNew = press.isDrawn = false
send()

/** Only while it is seen: a device may have few streams. A connection can end without a word: the server says something
    every 20 seconds. In milliseconds. */
let stream, heardAt = 0
const silence = 50_000
function listen() {
  stream?.close()
  if (document.hidden || !dataset.events) return
  stream = new EventSource(dataset.events)
  heardAt = performance.now()
  for (const name of ["revision", "heartbeat"]) stream.addEventListener(name, ({ data }) => {
    heardAt = performance.now()
    if (data > Number(dataset.revision)) refresh()
  })
}
listen()
document.addEventListener("visibilitychange", () => { listen(); if (!document.hidden) refresh() })
const thisHour = () => new Date().setMinutes(0, 0, 0)
let hour = thisHour()
setInterval(() => {
  if (document.hidden) return
  const isSilent = performance.now() - heardAt > silence, before = hour
  // In which a day may begin.
  hour = thisHour()
  if (isSilent) listen()
  if (isSilent || stream?.readyState !== 1 || before < hour) refresh()
}, askEvery)
