// What was chosen in the settings and is not saved yet: kept until the server has it, and shown on every page until then.
// This browser's choices are kept as a whole, those of the account only where they were changed, because all its devices
// share them.
import { momentOfChange } from "../sync/change.js"
import { account, at, named } from "../sync/stamp.js"
import { isDecided, post } from "../sync/post.js"
import { showWhatIsSaved } from "./refused.js"

const key = named(`settings-${account ?? ""}`), root = document.documentElement
const address = at("settings")
/** What could not be stored lasts as long as the page. @type {Unsaved | undefined} */
let unstored
/** @type {Promise<boolean> | undefined} */
let saving

/** @typedef {{browser?: string, account?: string}} Unsaved the bodies of forms */

/** Looked up each time: another tab may have chosen, or saved, something since. @returns {Unsaved} */
function read() {
  try { return unstored ?? JSON.parse(localStorage.getItem(key)) ?? {} } catch { return {} }
}

/** @param {Unsaved} unsaved */
function write(unsaved) {
  try {
    if (Object.keys(unsaved).length > 0) localStorage.setItem(key, JSON.stringify(unsaved))
    else localStorage.removeItem(key)
    unstored = undefined
  } catch {
    unstored = unsaved
  }
  document.dispatchEvent(new CustomEvent("fivebar-left"))
}

/** Drops what is not saved; the page shows it until it is opened anew. */
export const forget = () => write({})

/** What is not saved of this browser's choices; null if all of it is. */
export function chosen() {
  const { browser } = read()
  return browser === undefined ? null : new URLSearchParams(browser)
}
/** Likewise of the account's. */
export const chosenForAccount = () => new URLSearchParams(read().account)

/** @param {URLSearchParams} choices all of this browser's */
export function choose(choices) {
  write({ ...read(), browser: choices.toString() })
  show(choices)
}

export function chooseForAccount(name, value) {
  const choices = chosenForAccount()
  choices.set(name, value)
  for (const [field, stamp] of Object.entries({ ...momentOfChange(), ...account && { account } })) choices.set(field, stamp)
  write({ ...read(), account: choices.toString() })
}

/** Calls what shows in a form what another tab has chosen, so that choosing here as well does not take it back.
    @param {(choices: URLSearchParams | null) => void} heed */
export function whenChosenElsewhere(heed) {
  addEventListener("storage", ({ key: changed, newValue }) => {
    if (changed !== key || !newValue) return
    // It may be saved by now.
    const { browser } = JSON.parse(newValue), choices = browser === undefined ? null : new URLSearchParams(browser)
    if (choices) show(choices)
    heed(choices)
  })
}

/** Shows what this browser chose. @param {URLSearchParams} choices */
export function show(choices) {
  const theme = choices.get("theme")
  if (theme === "system") delete root.dataset.theme
  else root.dataset.theme = theme
  root.dataset.scheme = choices.get("scheme")
  root.toggleAttribute("data-still", !choices.has("buzzes"))
  if (choices.has("keys")) delete root.dataset.keys
  else root.dataset.keys = "off"
  if (choices.has("badge")) delete root.dataset.appBadge
  else root.dataset.appBadge = "off"
  document.dispatchEvent(new CustomEvent("fivebar-look"))
}

/** Saves the latest choices, then those made meanwhile. @param {(response: Response) => void} [heed] what the server shows of what it took
    @returns {Promise<boolean>} false if some could not be saved yet */
export function save(heed) {
  return saving ??= send(heed).finally(() => { saving = undefined })
}

async function send(heed) {
  for (const part of ["browser", "account"]) {
    const { [part]: body } = read()
    if (body === undefined) continue
    const response = await post(address, body, { headers: { Accept: "text/html" } })
    // A choice that is not offered any more is not sent again. Where another account is open (409), this one's wait for it.
    if (!isDecided(response) || response.status === 409) return false
    const { [part]: latest, ...others } = read()
    // Another tab may have saved it, or chosen something else.
    write([undefined, body].includes(latest) ? others : { ...others, [part]: latest })
    if (response.ok) await heed?.(response)
    else await sayRefused(part, response)
  }
  return Object.keys(read()).length === 0 || send(heed)
}

/** What was chosen since is shown all the same. */
async function sayRefused(part, response) {
  await showWhatIsSaved(response)
  document.dispatchEvent(new CustomEvent("fivebar-settings-refused", { detail: part }))
  const choices = chosen()
  if (choices) show(choices)
}

/** On a page after the one on which they were chosen. */
export async function resume() {
  const choices = chosen()
  if (choices) show(choices)
  if (navigator.onLine !== false) await save()
}
