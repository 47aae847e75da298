// The page that lists what waits in this browser to be sent, what waits for other accounts, and what was refused and why. A row
// can be removed, and all of it saved as a file, for a browser that was signed out meanwhile.
import { idOf, keys, partsOf, read } from "../queue.js"
import { cancel, tryNow } from "../sender.js"
import { account } from "../stamp.js"
import { operationsOfOthers, removeOfOthers, storedOfOthers } from "../storage/others.js"
import { look, numberStored, walk } from "../storage/storage.js"
import { isHeld, whenReleased } from "../../shell/rest.js"
import { openSheet } from "../../shell/sheets.js"
import { dropForm, leftForms, sendForms } from "./forms.js"
import { namesIn, namesOnPages, subjectOf } from "./names.js"
import { discard, refused } from "./refused.js"
import { labelled, rowsOf, what, when } from "./rows.js"
import { throttled } from "./throttled.js"

const place = document.querySelector("[data-waiting-page]"), heading = document.querySelector("[data-waiting-heading]")
/** The page's word for a thing, or for what is done; undefined for what is new to it. */
const word = name => place.dataset[`words${name[0].toUpperCase()}${name.slice(1)}`]
const part = name => place.querySelector(`[data-${name}]`)
const sheet = document.querySelector("[data-remove-sheet]")
/** Those of another account are saved only where none is open, as on a device that was signed out. */
const isForAll = !account
let known = new Map(), wanted
/** What is in IndexedDB, by id. @type {Map<string, import("../storage/database.js").Entry>} */
let stored = new Map()
/** What is there of others. @type {import("../storage/database.js").Entry[]} */
let storedOthers = []

const operationsAt = keys => keys.map(key => [key, read(key)]).filter(([, operation]) => operation?.kind)

/** What waits for this page's account, in both places. */
function own() {
  const here = operationsAt(keys()), isHere = new Set(here.map(([key]) => idOf(key)))
  return Array.from(stored).filter(([id]) => !isHere.has(id)).map(([, entry]) => entry).concat(here)
}

/** Looks into IndexedDB again where it has changed. */
async function lookAgain() {
  await look()
  if (numberStored() !== stored.size) {
    const found = new Map()
    await walk(entries => { for (const entry of entries) found.set(idOf(entry[0]), entry); return true })
    stored = found
  }
  storedOthers = await storedOfOthers().catch(() => [])
}

/** What waits for other accounts, in both places. */
const others = () => Array.from(new Map([...storedOthers, ...operationsOfOthers()]))

/** The rows of each account by themselves: in another one the same number names something else. */
function rowsOfOthers() {
  const byAccount = new Map()
  for (const entry of others()) {
    const of = partsOf(entry[0])?.account ?? entry[1].account
    if (byAccount.has(of)) byAccount.get(of).push(entry)
    else byAccount.set(of, [entry])
  }
  return Array.from(byAccount.values(), entries => {
    const names = namesIn(entries.map(([, operation]) => operation))
    return rowsOf(entries).map(row => item(nameOf(row.operation, names), what(row, word), when(row), { ...row, isOfOthers: true }))
  }).flat()
}

function draw() {
  const waiting = own(), ofOthers = rowsOfOthers(), gone = refused(), forms = leftForms()
  // What was refused names only what nothing else does.
  const names = new Map([...namesIn(gone.map(({ operation }) => operation)), ...known, ...namesIn(waiting.map(([, operation]) => operation))])
  const rows = rowsOf(waiting).map(row => item(nameOf(row.operation, names), what(row, word), when(row), row))
  for (const form of forms) rows.push(item(word(form.kind), form.words ?? "", form.at ? when({ first: form.at, last: form.at }) : "", { form, keys: [] }))
  put(part("rows"), rows)
  put(part("other-rows"), ofOthers)
  part("others").hidden = ofOthers.length === 0
  // A file of forms could be read by nobody.
  const isToSave = waiting.length > 0 || isForAll && ofOthers.length > 0, isIdle = rows.length === 0 && !isToSave
  if (isIdle && part("actions").contains(document.activeElement)) heading.focus()
  part("actions").hidden = isIdle
  lookLikeAnEmptyPage(isIdle && ofOthers.length + gone.length === 0)
  // What waits for another account is told of by its own lines.
  part("lead").textContent = rows.length > 0 ? word("lead") : ofOthers.length > 0 ? "" : word("none")
  part("try").hidden = rows.length === 0
  part("save").hidden = !isToSave
  put(part("refused-rows"), gone.map(entry => item(entry.name ?? nameOf(entry.operation, names), what(entry, word), when(entry), entry)))
  part("refused").hidden = gone.length === 0
}

function lookLikeAnEmptyPage(isEmpty) {
  place.parentElement.classList.toggle("problem", isEmpty)
  for (const name of ["button", "button--primary"]) document.querySelector("[data-back]").classList.toggle(name, isEmpty)
}

/** Rows that are the same stay: with each attempt to send them their page is drawn again, and somebody may be about to press
    one's button. */
function put(list, rows) {
  const { children } = list
  if (rows.length === children.length && rows.every((row, place) => row.isEqualNode(children[place]))) return
  const entry = list.contains(document.activeElement) ? document.activeElement.closest("[data-entry]").dataset.entry : undefined
  list.replaceChildren(...rows)
  if (entry) (list.querySelector(`[data-entry="${CSS.escape(entry)}"] button`) ?? heading).focus()
}

function nameOf(operation, names) {
  const subject = subjectOf(operation)
  if (operation.kind === "feedback") return word("feedback")
  return names.get(subject) ?? (subject.startsWith("goal") ? word("goal") : word("counter"))
}

/** A row, from the page's template. What is refused says why. */
function item(name, done, details, row) {
  const element = document.importNode(part("row").content.firstElementChild, true), [title, line, time, note, problem] = element.querySelectorAll("[data-part]")
  title.textContent = name
  line.textContent = done
  time.textContent = details
  note.textContent = row.operation?.change?.note ?? ""
  problem.textContent = row.problem ?? ""
  // What its button is about.
  Object.assign(element.dataset, { entry: row.form ? row.form.key ?? row.form.kind : row.operation.id, last: idOf(row.keys?.at(-1) ?? "") })
  const button = element.querySelector("button")
  button.textContent = row.keys ? word("remove") : word("discard")
  button.setAttribute("aria-label", [labelled(button.textContent, name, word), done].filter(Boolean).join(word("separator")))
  // What is taken back already waits for the answer to it.
  if (row.keys && row.operation?.isRemoved) button.remove()
  button.addEventListener("click", () => row.keys ? ask(row, done ? labelled(name, done, word) : name) : letGo(row))
  return element
}

function letGo(entry) {
  discard(entry)
  draw()
  heading.focus()
}

function ask(row, about) {
  wanted = row
  sheet.querySelector("[data-about]").textContent = about
  openSheet(sheet, sheet.querySelector("[data-close]"))
}

sheet.querySelector("form").addEventListener("submit", async event => {
  event.preventDefault()
  sheet.close()
  const { form, isOfOthers, keys } = wanted
  if (form) dropForm(form).then(drawSoon)
  else if (isOfOthers) await removeOfOthers(keys).catch(() => {})
  // What the server may have stays until it is answered.
  else await cancel(keys)
  stored = new Map()
  await lookAgain()
  draw()
  document.dispatchEvent(new CustomEvent("fivebar-left"))
  heading.focus()
})

/** Whether somebody wants to know what comes of another try. */
let isAsked = false
part("try").addEventListener("click", () => {
  isAsked = true
  part("told").textContent = ""
  tryNow()
  sendForms()
  if (navigator.onLine === false) tellUnsent()
})
document.addEventListener("fivebar-answer", () => { isAsked = false; part("told").textContent = "" })
// Not what is displayed: "trying" is shown as well while a request is still under way.
document.addEventListener("fivebar-unsent", tellUnsent)
function tellUnsent() {
  if (!isAsked) return
  isAsked = false
  // It was emptied just now: what is said again must be heard again.
  setTimeout(() => { part("told").textContent = word("unreachable") }, 50)
}

part("save").addEventListener("click", async () => {
  const waiting = isForAll ? [...own(), ...others().filter(([, { kind }]) => kind)] : own()
  const list = waiting.map(([, { id, kind, change, at, offset, account }]) => ({ id, kind, change, at, offset, account: account && Number(account) }))
  const address = URL.createObjectURL(new Blob([JSON.stringify(list, null, 2)], { type: "application/json" }))
  Object.assign(document.createElement("a"), { href: address, download: "fivebar-waiting.json" }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
})

const drawSoon = throttled(async () => {
  await lookAgain()
  if (isHeld(place)) whenReleased(place).then(drawSoon)
  else draw()
}, 200)
for (const name of ["fivebar-answer", "fivebar-refusal"]) document.addEventListener(name, ({ detail: { operation } }) => stored.delete(operation.id))
// The number that waits is heard of also where another window sends.
for (const name of ["fivebar-answer", "fivebar-refusal", "fivebar-waiting", "fivebar-left", "fivebar-state"]) document.addEventListener(name, drawSoon)
addEventListener("storage", drawSoon)
addEventListener("pageshow", drawSoon)

draw()
lookAgain().then(draw, () => {})
document.querySelector("[data-plain]").remove()
place.hidden = false
if (part("rows").children.length + part("refused-rows").children.length > 0) {
  namesOnPages().then(names => {
    known = names
    draw()
  }, () => {})
}
