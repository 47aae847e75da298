// Operations as rows for a reader: what was done to which counter or goal, how often, and when. The same taps are one row, until
// something else is done to their counter: what comes after a reset is none of what it took away.
import { subjectOf } from "./names.js"

const language = document.documentElement.lang
const number = new Intl.NumberFormat(language)
const signed = new Intl.NumberFormat(language, { signDisplay: "always" })
const times = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
/** By the clock of another device. */
const elsewhere = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" })

/** @typedef {{operation: import("../queue.js").Operation, keys: string[], number: number, first: number, last: number}} Row */

/** @param {[key: string, operation: import("../queue.js").Operation][]} operations @returns {Row[]} */
export function rowsOf(operations) {
  /** @type {Map<string, Row>} */
  const rows = new Map()
  /** How often something else than a tap was done, by subject. @type {Map<string, number>} */
  const turns = new Map()
  for (const [key, operation] of operations) {
    const { kind, change, at, isRemoved = false } = operation
    const subject = subjectOf(operation), turn = turns.get(subject) ?? 0
    if (!isTap(kind)) turns.set(subject, turn + 1)
    const name = isTap(kind) ? `${kind} ${change.by} ${subject} ${isRemoved} ${turn}` : key
    const row = rows.get(name) ?? { operation, keys: [], number: 0, first: at, last: at }
    rows.set(name, row)
    row.keys.push(key)
    row.number += 1
    row.first = Math.min(row.first, at)
    row.last = Math.max(row.last, at)
  }
  return Array.from(rows.values())
}

const isTap = kind => kind === "increment" || kind === "decrement"

/** @param {(kind: string) => string | undefined} word the name of what is done */
export function what({ operation: { kind, change, day, isRemoved }, number: often }, word) {
  const done = said(kind, change, word) + (day ? ` · ${days.format(new Date(day))}` : "") + (often > 1 ? `\u00a0×\u00a0${number.format(often)}` : "")
  return isRemoved ? labelled(word("undo"), done, word) : done
}

/** Two texts with the colon of the language between them. */
export const labelled = (label, text, word) => word("labelled").replace(/\{(label|text)\}/g, (_, gap) => gap === "label" ? label : text)

function said(kind, change, word) {
  switch (kind) {
  case "increment": return signed.format(change.by ?? 1)
  case "decrement": return signed.format(-(change.by ?? 1)).replace("-", "−")
  case "rename": return labelled(word("rename"), change.title, word)
  case "setCount": return word(kind).replace("{number}", () => number.format(change.count))
  case "setStep": return word(kind).replace("{number}", () => number.format(change.step))
  case "retime": return labelled(word(kind), elsewhere.format(change.at + change.offset * 60_000), word)
  case "void": return word(change.void ? "undo" : "other")
  case "archiveGoal": return word(change.archived ? "archive" : "unarchive")
  case "feedback": return change.words ?? ""
  case "markDay": return word(change.done ? "done" : "undone")
  default: return word(kind) ?? word("other")
  }
}

export function when({ first, last }) {
  try { return times.formatRange(first, last) } catch { return "" }
}
