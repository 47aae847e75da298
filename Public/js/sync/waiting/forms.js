// What forms left in this browser that make no operations, because there was no network: what was chosen in the settings, and
// feedback.
import { keyOf, read, remove } from "../../drafts/kept.js"
import { account } from "../stamp.js"

/** This file is at assets/<build>/js/sync/waiting below the site's base path. */
const feedback = keyOf(new URL("../../../../../feedback", import.meta.url).pathname)

function hasSettings() {
  try { return localStorage.getItem(`fivebar-settings-${account ?? ""}`) !== null } catch { return false }
}

/** @typedef {{kind: "settings" | "feedback", words?: string, at?: number}} LeftForm with what was written, and when */

/** @returns {LeftForm[]} */
export function leftForms() {
  const sent = read(feedback)
  return [
    ...hasSettings() ? [{ kind: "settings" }] : [],
    ...sent?.operation ? [{ kind: "feedback", words: sent.fields.message, at: sent.at }] : [],
  ]
}

/** Sends it, and shows what was chosen. The feedback form sends its own. */
export function sendForms() {
  if (hasSettings()) import("../../settings/unsaved.js").then(({ resume }) => resume(), () => {})
  if (document.querySelector("[data-feedback]") || !read(feedback)?.operation) return
  import("../../feedback/later.js").then(({ sendKept }) => sendKept(), () => {})
}

/** @param {LeftForm} form what is not to be sent any more */
export async function dropForm({ kind }) {
  if (kind === "feedback") remove(feedback)
  else (await import("../../settings/unsaved.js")).forget()
}
