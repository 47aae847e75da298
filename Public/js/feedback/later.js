// Sends feedback that was written without a network, from whatever page is open once there is one. What the server refuses
// stays in the form, which says why when it is sent again.
import { keyOf, read, remove, write } from "../drafts/kept.js"
import { isDecided, post } from "../sync/post.js"
import { at, site } from "../sync/stamp.js"

/** This file is at assets/<build>/js/feedback below the site's base path. */
const address = at("feedback"), key = keyOf(`${site.pathname}feedback`)

/** @type {Promise<void> | undefined} */
let sending

/** Sends it once, however often it is asked to meanwhile. */
export function sendKept() {
  return sending ??= send().finally(() => { sending = undefined })
}

async function send() {
  const draft = read(key)
  if (!draft?.operation || navigator.onLine === false) return
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
  else if (isDecided(response)) write(key, { ...draft, operation: null })
  document.dispatchEvent(new CustomEvent("fivebar-left"))
}
