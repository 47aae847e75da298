// Keeps what is typed into a form with data-draft until it is saved, so that a killed tab, a closed sheet, a refused save
// or a full storage loses nothing, and brings it back when the form is opened again. Never keeps a password. A single
// field may do the same; its data-draft is the path that a form would be sent to.
import { addStylesheet } from "../shell/style/stylesheet.js"
import { newIdentifier } from "../sync/stamp.js"
import { all, keyOf, read, remove, take, takeOverNewcomers, write } from "./kept.js"
import { look } from "./living.js"

/** The draft that was sent with the page before this one. */
const sent = "fivebar-sent-draft"
/** When the drafts were written that this page has written or brought back, by key: it leaves another tab's alone.
    @type {Map<string, number>} */
const own = new Map()
const notTyped = new Set(["hidden", "password", "file", "submit", "image", "reset", "button"])
/** @type {WeakMap<Element, Element>} */
const lines = new WeakMap()

const nameOfForm = form => form.dataset.draft || new URL(form.action).pathname
const keyOfForm = form => keyOf(nameOfForm(form))
const fieldsOf = form => Array.from(form.elements ?? [form]).filter(field =>
  field.matches("input, select, textarea") && field.name && !field.readOnly && !notTyped.has(field.type))
const isChoice = field => ["radio", "checkbox"].includes(field.type)
const nameOf = field => isChoice(field) ? `${field.name}=${field.value}` : field.name
const valueOf = field => isChoice(field) ? field.checked : plain(field, field.value)
/** Some browsers leave out the seconds of a time where there are none. */
const plain = ({ type }, value) => type === "datetime-local" ? value.replace(/(T\d\d:\d\d):00$/, "$1") : value

/** What the page's own HTML shows. */
function shownIn(field) {
  if (isChoice(field)) return field.defaultChecked
  if (!field.matches("select")) return plain(field, field.defaultValue)
  return (Array.from(field.options).find(option => option.defaultSelected) ?? field.options[0])?.value
}

function fill(field, value) {
  if (isChoice(field)) field.checked = value
  else field.value = value
}

/** What a draft has of fields that are not in this form, such as of the larger one on a page of its own. */
const fieldsBeside = (form, { fields }) => {
  const names = new Set(fieldsOf(form).map(nameOf))
  return Object.entries(fields).filter(([name]) => !names.has(name))
}

const touched = form => fieldsOf(form).filter(field => valueOf(field) !== shownIn(field))
const isTouched = form => touched(form).length > 0
/** Whether this page knows no draft of the form yet: somebody may have been quicker than this script. */
const isNew = form => !own.has(keyOfForm(form))
/** Forms of a page that came as refused: what is shown in them is saved nowhere, also once a field is put right.
    @type {WeakSet<Element>} */
const cameRefused = new WeakSet()
/** The server's page of a refused form shows what was typed. */
const isRefused = form => cameRefused.has(form) || fieldsOf(form).some(field => field.matches("[aria-invalid]"))

/** A form was opened, typed into or sent. @param {FocusEvent | InputEvent | SubmitEvent} event */
export async function hear(event) {
  const form = event.target.closest("[data-draft]")
  if (event.type === "submit") send(form, event)
  else if (event.type === "input") {
    if (isNew(form) && all(nameOfForm(form)).length > 0) {
      await bringBack(form)
      // It was sent meanwhile, with all that is in it.
      if (leaving.has(form)) return
    }
    sendAnew(form)
    // At once: a tab can be killed at any time.
    keep(form)
  } else if (!form.contains(event.relatedTarget) && (!isTouched(form) || isNew(form))) bringBack(form)
}

/** @param {string | null} [operation] as which it was sent, so that it is done once, even if the answer is lost */
export function keep(form, operation) {
  const key = keyOfForm(form), earlier = read(key), before = isRefused(form) ? earlier?.fields ?? {} : {}
  const fields = Object.fromEntries(earlier ? fieldsBeside(form, earlier) : [])
  // Without the draft that was sent nobody knows what of a refused form was typed.
  const isAll = cameRefused.has(form) && !earlier
  for (const field of fieldsOf(form)) {
    if (isAll || valueOf(field) !== shownIn(field) || nameOf(field) in before) fields[nameOf(field)] = valueOf(field)
  }
  if (Object.keys(fields).length === 0) return removeOwn(key)
  own.set(key, write(key, { fields, seen: form.elements?.seen?.value, operation: operation === undefined ? earlier?.operation : operation }).at)
}

function removeOwn(key) {
  if (own.get(key) === read(key)?.at) remove(key)
}

/** What was sent once and changed since is something else: the server may have done the first. */
function sendAnew(form) {
  const field = form.elements?.operation, key = keyOfForm(form), draft = read(key)
  if (!field?.value || draft?.operation !== field.value) return
  field.value = newIdentifier()
  own.set(key, write(key, { ...draft, operation: null }).at)
}

/** Deletes the draft of a form that is saved or discarded; not one that another tab has typed since. */
export function drop(form) {
  lines.get(form)?.remove()
  removeOwn(keyOfForm(form))
}

/** As which the form was sent, if nobody knows what came of it. @returns {string | undefined} */
export const sentAs = form => read(keyOfForm(form))?.operation ?? undefined

/** Forms whose draft was looked for once. @type {WeakSet<Element>} */
const asked = new WeakSet()
/** What is being brought back. @type {WeakMap<Element, Promise<void>>} */
const underway = new WeakMap()

/** Fills a form with its draft, but for what was changed in it since, if that is another than what it shows, and says so. What
    is being typed in another tab is left there.
    @param {Element} [place] what the line stands after; the form's own template by default, or all of the form */
export function bringBack(form, place) {
  asked.add(form)
  if (!underway.has(form)) underway.set(form, look().then(() => bringBackNow(form, place)).finally(() => underway.delete(form)))
  return underway.get(form)
}

function bringBackNow(form, place) {
  if (!form.isConnected) return
  lines.get(form)?.remove()
  const draft = take(nameOfForm(form))
  if (!draft) return
  own.set(keyOfForm(form), draft.at)
  if (isRefused(form)) return
  const changed = new Set(touched(form).map(({ name }) => name))
  const others = fieldsOf(form).filter(field => !changed.has(field.name) && ![undefined, valueOf(field)].includes(draft.fields[nameOf(field)]))
  // It is what the page shows, unless that has been typed anew.
  if (others.length === 0) return changed.size > 0 || fieldsBeside(form, draft).length > 0 ? undefined : drop(form)
  // What is said to have been shown, so that the server notices a change made elsewhere meanwhile.
  const { seen, operation } = form.elements ?? {}
  const earlier = []
  for (const [field, value] of [[seen, draft.seen], [operation, draft.operation]]) {
    if (!field || value == null) continue
    earlier.push([field, field.value])
    field.value = value
  }
  for (const field of others) fill(field, draft.fields[nameOf(field)])
  const fold = form.closest("details")
  if (fold) fold.open = true
  tell(form)
  offer(form, place, () => {
    for (const [field, value] of earlier) field.value = value
    // That may be something else by now.
    for (const field of others) fill(field, shownIn(field))
    drop(form)
    tell(form)
    others[0].focus()
  })
}

/** For what a page draws from its fields. */
const tell = form => form.dispatchEvent(new CustomEvent("fivebar-filled", { bubbles: true }))

function offer(form, place, discard) {
  const template = document.querySelector("template[data-brought-back]")
  const line = document.importNode(template.content.firstElementChild, true), parts = Array.from(line.childNodes)
  line.querySelector("button").addEventListener("click", discard)
  // A field that saves when it loses the focus keeps it.
  line.addEventListener("mousedown", event => event.preventDefault())
  // A page that is drawn anew leaves it where it is.
  line.dataset.added = ""
  line.replaceChildren()
  lines.set(form, line)
  ;(place ?? form.querySelector("template[data-brought-back]") ?? form.lastElementChild).after(line)
  // Text added to an existing live region is read out.
  addStylesheet("drafts/drafts").then(() => setTimeout(() => line.append(...parts), 50))
}

/** Forms that were sent, to another page. @type {WeakSet<Element>} */
const leaving = new WeakSet()

function send(form, event) {
  // A script saves it by other means, and knows when that is done.
  if (event.defaultPrevented) return
  keep(form, form.elements.operation?.value)
  leaving.add(form)
  const key = keyOfForm(form), mark = JSON.stringify({ key, at: own.get(key), page: location.href.split("#")[0] })
  try { sessionStorage.setItem(sent, mark) } catch { /* the draft is deleted once the form shows the same */ }
  // A listener after this one may have stopped it.
  setTimeout(() => {
    if (!event.defaultPrevented) return
    unmark()
    leaving.delete(form)
  })
}

function unmark() {
  try { sessionStorage.removeItem(sent) } catch { /* nothing was marked */ }
}

/** On the page after a form: the server redirected here if it has saved. */
function arrive() {
  try {
    const mark = JSON.parse(sessionStorage.getItem(sent))
    const [{ redirectCount } = {}] = performance.getEntriesByType("navigation")
    if (mark && redirectCount > 0 && document.referrer === mark.page && read(mark.key)?.at === mark.at) remove(mark.key)
  } catch {
    // Without storage there is nothing to delete.
  }
  unmark()
}

// A page that saves without leaving says so.
document.addEventListener("fivebar-saved", ({ target }) => drop(target))

arrive()
const forms = () => Array.from(document.querySelectorAll("[data-draft]"))
for (const form of forms()) if (isRefused(form)) cameRefused.add(form)
const bringAllBack = () => Promise.all(forms().filter(form => !asked.has(form) && !form.closest("dialog:not([open])")).map(form => bringBack(form)))
/** Once what was left of this page's forms is brought back. */
export const ready = look().then(() => {
  takeOverNewcomers()
  return bringAllBack()
})
// Such as one of a counter that was opened beside the list.
document.addEventListener("fivebar-redrawn", bringAllBack)
