// Taking an entry back, or back in again, noting it and putting its time right wait where the server cannot be reached; until
// then the entry is drawn as it will be.
import { isElsewhere } from "../shell/sheets.js"
import { nameOf } from "../sync/stamp.js"
import { drawWaiting } from "../sync/waiting/list.js"
import { open } from "./noting.js"
import { madeAt } from "./typed.js"

/** The links to the pages of notes. */
const notes = "a[href$='/note']"

/** What an address is about: an entry of a counter. @returns {{counter: string | number, entry: number} | undefined} */
function subjectOf(address) {
  const [, counter, entry] = /\/counters\/([^/]+)\/entries\/(\d+)\/(?:void|note)$/.exec(new URL(address).pathname) ?? []
  return entry && { counter: nameOf(counter), entry: Number(entry) }
}

document.addEventListener("fivebar-in-place", ({ target, detail }) => {
  const subject = subjectOf(target.action)
  if (subject) detail.operation = { kind: "void", change: { ...subject, void: target.querySelector("button").value === "yes" } }
})

const draws = {
  void(entry, change) {
    const button = entry.querySelector("[data-in-place] button")
    if (button) drawVoid(entry, button, change.void)
  },
  annotate(entry, { note }) {
    const text = note.trim(), line = entry.querySelector(".entry-note") ?? Object.assign(document.createElement("span"), { className: "entry-note", dir: "auto" })
    line.textContent = text
    if (text) entry.querySelector("summary").append(line)
    else line.remove()
  },
  /** It stays where it is, and says the day if that is another one. */
  retime(entry, { at, offset }) {
    if (!entry.dataset.made) return
    entry.dataset.made = madeAt(entry.dataset.made, at, offset)
    const isSameDay = entry.closest(".history-day").id === `day-${entry.dataset.made.slice(0, 10)}`
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short", timeZone: "UTC", ...!isSameDay && { dateStyle: "medium" } })
    entry.querySelector("summary > .history-time").textContent = format.format(at + offset * 60_000)
  },
}

drawWaiting(({ kind, change }) => {
  const entry = draws[kind] && document.getElementById(`entry-${change.entry}`)
  if (entry && String(subjectOf(entry.querySelector(notes).href).counter) === String(change.counter)) draws[kind](entry, change)
}, () => {})

/** Whether the server did not answer when it was asked last. */
let isCutOff = "kept" in document.body.dataset
document.addEventListener("fivebar-redrawn", () => { isCutOff = false })
document.addEventListener("fivebar-unsent", () => { isCutOff = true })

document.addEventListener("click", event => {
  const link = event.target.closest(notes)
  if (!link || isElsewhere(event) || !isCutOff && navigator.onLine !== false) return
  event.preventDefault()
  open(link, subjectOf(link.href))
})

/** As the server's row is, whose button does the opposite. */
function drawVoid(entry, button, isVoid) {
  const { wordsVoid, wordsUnvoid, wordsIsVoid } = document.querySelector("[data-words-is-void]").dataset
  entry.classList.toggle("entry--void", isVoid)
  button.value = isVoid ? "no" : "yes"
  button.textContent = isVoid ? wordsUnvoid : wordsVoid
  const delta = entry.querySelector("summary > .history-delta"), struck = delta.querySelector("s")
  if (isVoid === Boolean(struck)) return
  const parts = Array.from((struck ?? delta).childNodes)
  if (struck) return delta.replaceChildren(...parts)
  const line = document.createElement("s")
  line.append(...parts)
  delta.replaceChildren(line, " ", Object.assign(document.createElement("span"), { className: "hidden", textContent: wordsIsVoid }))
}
