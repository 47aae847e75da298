// Keeps a page of a watch up to date and counts without loading it anew: shows the server's page in its place.
// Stands alone, because a page has at most 10 KB.
const askEvery = 20_000, tryAgainAfter = 2_000
const { dataset } = document.body, { account, still } = document.documentElement.dataset
const trying = document.getElementById("trying")
/** Presses that are not answered yet. */
let waiting = 0

/** Shows a page that came, unless it is older than this one. */
async function show(response) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html"), { revision } = page.body.dataset
  if (new URL(response.url).pathname !== location.pathname || page.documentElement.dataset.account !== account) return location.assign(response.url)
  if (Number(revision) < Number(dataset.revision)) return
  dataset.revision = revision
  takeOver(document.getElementById("content"), page.getElementById("content"))
}

/** Changes what differs: what stays under a finger, or in its place, must not be another element. */
function takeOver(shown, fresh) {
  if (shown.isEqualNode(fresh) || shown.id === "told" && !fresh.firstElementChild) return
  const isAlike = shown.nodeName === fresh.nodeName && shown.attributes?.length === fresh.attributes?.length && shown.childNodes.length === fresh.childNodes.length
  if (!isAlike || !shown.attributes) return shown.replaceWith(fresh)
  for (const { name, value } of fresh.attributes) shown.setAttribute(name, value)
  for (const [place, child] of Array.from(fresh.childNodes).entries()) takeOver(shown.childNodes[place], child)
}

async function refresh() {
  const response = await fetch(location.href).catch(() => null)
  if (response?.ok && !waiting) show(response)
}

const isOurs = response => ["fivebar-page", "fivebar-answer"].some(name => response?.headers.has(name))

addEventListener("submit", async event => {
  const { target, submitter } = event
  if (!("atOnce" in target.dataset)) return
  event.preventDefault()
  const body = new URLSearchParams(new FormData(target)), address = submitter.getAttribute("formaction") ?? target.action
  if (submitter.name) body.set(submitter.name, submitter.value)
  // Sent again, it is counted once.
  body.set("operation", Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join(""))
  body.set("account", account)
  // When it was pressed, however late it is sent.
  body.set("at", Date.now())
  body.set("offset", -new Date().getTimezoneOffset())
  if (still === undefined) navigator.vibrate?.(8)
  waiting += 1
  let response
  // Of the server's refusals only "too many" passes, as does what is its fault. A proxy's or a portal's page is none.
  while (!isOurs(response = await fetch(address, { method: "POST", body, keepalive: true }).catch(() => null)) || response.status > 428) {
    trying.hidden = false
    await new Promise(done => setTimeout(done, tryAgainAfter))
  }
  waiting -= 1
  // Another page would drop the presses that wait.
  if (waiting) return
  trying.hidden = true
  if (response.ok) show(response)
  else location.reload()
})

/** Only while it is seen: a device may have few streams. */
let stream
function listen() {
  stream?.close()
  if (document.hidden || !dataset.events) return
  stream = new EventSource(dataset.events)
  for (const name of ["revision", "heartbeat"]) stream.addEventListener(name, ({ data }) => { if (data > Number(dataset.revision)) refresh() })
}
listen()
document.addEventListener("visibilitychange", () => { listen(); if (!document.hidden) refresh() })
setInterval(() => { if (!document.hidden && stream?.readyState !== 1) refresh() }, askEvery)

if (!document.cookie.includes(`fivebar-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`)) {
  import("../shell/zone.js").then(({ learn }) => learn()).then(refresh, () => {})
}
