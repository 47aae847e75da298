// Sends feedback that was written without a network, from whatever page is open once there is one. What the server refuses
// stays in the form, to which the page leads, and is listed with its reason on the page of what waits.
import { all, read, remove, write } from "../drafts/kept.js"
import { isDecided, post } from "../sync/post.js"
import { account, at, site } from "../sync/stamp.js"
import { tellRefusal } from "../sync/status.js"
import { keepRefused } from "../sync/waiting/refused.js"

/** This file is at assets/<build>/js/feedback below the site's base path. */
const address = at("feedback"), name = `${site.pathname}feedback`

/** @type {Promise<void> | undefined} */
let sending

/** Sends it once, however often it is asked to meanwhile. */
export function sendKept() {
  return sending ??= send().finally(() => { sending = undefined })
}

async function send() {
  const [key, draft] = all(name).find(([, { operation }]) => operation) ?? []
  if (!draft || navigator.onLine === false) return
  const body = new URLSearchParams({ operation: draft.operation })
  for (const [name, value] of Object.entries(draft.fields)) {
    // One of several stars is kept by its name and its value.
    const [field, star] = name.split("=")
    if (star === undefined) body.set(name, value)
    else if (value) body.set(field, star)
  }
  const response = await post(address, body, { headers: { Accept: "text/html" }, keepalive: false, signal: AbortSignal.timeout?.(20_000) })
  // Meanwhile something else may have been typed elsewhere.
  if (read(key)?.operation !== draft.operation) return
  if (response?.ok && response.url.endsWith("?thanks")) remove(key)
  // Where another account is open (409), this one's waits for it.
  else if (isDecided(response) && response.status !== 409) {
    write(key, { ...draft, operation: null })
    sayWhy(draft, new DOMParser().parseFromString(await response.text(), "text/html"))
  }
  document.dispatchEvent(new CustomEvent("fivebar-left"))
}

/** @param {import("../drafts/kept.js").Draft} draft @param {Document} page the server's, in the language of this one */
function sayWhy({ fields, at: time }, page) {
  const form = page.querySelector("[data-feedback]"), heading = page.querySelector("h1")?.textContent
  const problems = Array.from(page.querySelectorAll(".field-problem"), problem => problem.textContent)
  // The draft keeps all of the text.
  const words = fields.message?.slice(0, 200)
  keepRefused({ kind: "feedback", change: { words }, at: time, account }, { problem: form ? problems.join(" ") : heading })
  tellRefusal(form?.dataset.wordsRefused ?? heading, "feedback")
}
