// What forms left in this browser that make no operations, because there was no network: what was chosen in the settings, and
// feedback.
import { all, remove } from "../../drafts/kept.js"
import { account, named, site } from "../stamp.js"

/** What was written and sent, in whichever tab. */
const feedback = () => all(`${site.pathname}feedback`).filter(([, { operation }]) => operation)

function hasSettings() {
  try { return localStorage.getItem(named(`settings-${account ?? ""}`)) !== null } catch { return false }
}

/** @typedef {{kind: "settings" | "feedback", words?: string, at?: number, key?: string}} LeftForm with what was written, when,
    and where that is kept */

/** @returns {LeftForm[]} */
export function leftForms() {
  return [
    ...hasSettings() ? [{ kind: "settings" }] : [],
    ...feedback().map(([key, { fields, at }]) => ({ kind: "feedback", words: fields.message, at, key })),
  ]
}

/** In milliseconds. */
const firstPause = 1_000, longestPause = 30_000
let failures = 0, timer

/** Sends it, and shows what was chosen; tries again until the server has it. The feedback form sends its own. */
export async function sendForms() {
  clearTimeout(timer)
  await Promise.allSettled([sendSettings(), sendFeedback()])
  failures = isLeft() ? failures + 1 : 0
  // Whatever asks next begins at once: this is for a network that fails in between, which no event tells of.
  clearTimeout(timer)
  if (failures > 0 && navigator.onLine !== false) timer = setTimeout(sendForms, Math.min(longestPause, firstPause * 2 ** (failures - 1)))
}

const isFeedbackLeft = () => !document.querySelector("[data-feedback]") && feedback().length > 0
const isLeft = () => hasSettings() || isFeedbackLeft()

async function sendSettings() {
  if (hasSettings()) await (await import("../../settings/unsaved.js")).resume()
}

async function sendFeedback() {
  if (isFeedbackLeft()) await (await import("../../feedback/later.js")).sendKept()
}

/** @param {LeftForm} form what is not to be sent any more */
export async function dropForm({ kind, key }) {
  if (kind === "feedback") remove(key)
  else (await import("../../settings/unsaved.js")).forget()
}
