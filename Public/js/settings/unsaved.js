// What was chosen in the settings and is not saved yet: kept until the server has it, and shown on every page until then.
// This browser's choices are kept as a whole, those of the account only where they were changed, because all its devices
// share them.
import { account, moment } from "../sync/stamp.js"
import { isFromUs, post } from "../sync/post.js"

const key = `fivebar-settings-${account ?? ""}`, root = document.documentElement
/** This file is at assets/<build>/js/settings below the site's base path. */
const address = new URL("../../../../settings", import.meta.url).href
/** The bodies of forms. @type {{browser?: string, account?: string}} */
let unsaved = read()
/** @type {Promise<boolean> | undefined} */
let saving

function read() {
  try { return JSON.parse(localStorage.getItem(key)) ?? {} } catch { return {} }
}

function write() {
  try {
    if (Object.keys(unsaved).length > 0) localStorage.setItem(key, JSON.stringify(unsaved))
    else localStorage.removeItem(key)
  } catch {
    // Without storage it lasts as long as the page.
  }
  document.dispatchEvent(new CustomEvent("fivebar-left"))
}

/** Drops what is not saved; the page shows it until it is opened anew. */
export function forget() {
  unsaved = {}
  write()
}

/** What is not saved of this browser's choices; null if all of it is. */
export const chosen = () => unsaved.browser === undefined ? null : new URLSearchParams(unsaved.browser)
/** Likewise of the account's. */
export const chosenForAccount = () => new URLSearchParams(unsaved.account)

/** @param {URLSearchParams} choices all of this browser's */
export function choose(choices) {
  unsaved.browser = choices.toString()
  write()
  show(choices)
}

export function chooseForAccount(name, value) {
  const choices = chosenForAccount()
  choices.set(name, value)
  for (const [field, stamp] of Object.entries({ ...moment(), ...account && { account } })) choices.set(field, stamp)
  unsaved.account = choices.toString()
  write()
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

/** Saves the latest choices, then those made meanwhile. @param {(response: Response) => void} [heed] what the server shows
    @returns {Promise<boolean>} false if some could not be saved yet */
export function save(heed) {
  return saving ??= send(heed).finally(() => { saving = undefined })
}

async function send(heed) {
  for (const part of ["browser", "account"]) {
    const body = unsaved[part]
    if (body === undefined) continue
    const response = await post(address, body, { headers: { Accept: "text/html" } })
    // Others answer everything, too; and a choice that is not offered any more is not sent again. Where another account is
    // open (409), this one's wait for it.
    if (!isFromUs(response) || response.status >= 500 || [408, 409, 429].includes(response.status)) return false
    if (unsaved[part] === body) delete unsaved[part]
    write()
    await heed?.(response)
  }
  return unsaved.browser === undefined && unsaved.account === undefined || send(heed)
}

/** On a page after the one on which they were chosen. */
export async function resume() {
  const choices = chosen()
  if (choices) show(choices)
  if (navigator.onLine !== false) await save()
}
