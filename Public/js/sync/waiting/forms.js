// What forms left in this browser that make no operations, because there was no network: what was chosen in the settings, and
// feedback.
import { keyOf, read, remove } from "../../drafts/kept.js"
import { account, named, site } from "../stamp.js"

const feedback = keyOf(`${site.pathname}feedback`)

function hasSettings() {
  try { return localStorage.getItem(named(`settings-${account ?? ""}`)) !== null } catch { return false }
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

const isFeedbackLeft = () => !document.querySelector("[data-feedback]") && Boolean(read(feedback)?.operation)
const isLeft = () => hasSettings() || isFeedbackLeft()

async function sendSettings() {
  if (hasSettings()) await (await import("../../settings/unsaved.js")).resume()
}

async function sendFeedback() {
  if (isFeedbackLeft()) await (await import("../../feedback/later.js")).sendKept()
}

/** @param {LeftForm} form what is not to be sent any more */
export async function dropForm({ kind }) {
  if (kind === "feedback") remove(feedback)
  else (await import("../../settings/unsaved.js")).forget()
}
