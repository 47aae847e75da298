// Saves what is chosen in the settings at once, on their page and in the sheet over the counters, and shows it. The page
// loads this before the first paint, so that nothing moves.
import { post } from "../sync/post.js"
import { tellRefusal } from "../sync/status.js"

const root = document.documentElement
const page = text => new DOMParser().parseFromString(text, "text/html")

/** Offers what needs a script, and takes away what does not. @param {ParentNode} place that contains the settings */
export function prepare(place) {
  for (const save of place.querySelectorAll("[data-save]")) save.hidden = true
  for (const sentence of place.querySelectorAll("[data-zone]")) nameZone(sentence)
  if (!("setAppBadge" in navigator)) return
  for (const choice of place.querySelectorAll("[data-badge-choice]")) choice.hidden = false
}

/** Calls a time zone what readers of this language call it: browsers know these names, and the server only identifiers. */
function nameZone(sentence) {
  const timeZone = sentence.dataset.zone
  try {
    const parts = new Intl.DateTimeFormat(root.lang, { timeZone, timeZoneName: "longGeneric" }).formatToParts()
    const name = parts.find(({ type }) => type === "timeZoneName").value
    sentence.textContent = sentence.textContent.replace(timeZone.replaceAll("_", " "), () => name)
  } catch {
    // An older browser, or a zone it does not know: the identifier stays.
  }
}

prepare(document)
document.addEventListener("fivebar-redrawn", () => prepare(document))

/** What is not saved yet: this browser's choices as a whole, those of the account only where they were changed, because
    all its devices share them. @type {{browser?: URLSearchParams, account?: URLSearchParams}} */
let unsaved = {}
let isSaving = false
let isInOtherWords = false

document.addEventListener("change", event => {
  const field = event.target, { form } = field
  if (!form?.matches("[data-choices]")) return
  if (field.matches("[data-of-account]")) {
    unsaved.account ??= new URLSearchParams()
    unsaved.account.set(field.name, field.value)
  } else {
    unsaved.browser = new URLSearchParams(new FormData(form))
    for (const other of form.querySelectorAll("[data-of-account]")) unsaved.browser.delete(other.name)
    show(form)
  }
  isInOtherWords ||= field.name === "language"
  if (!isSaving) save(form.action)
})

/** Applies the chosen look to the page and its sample. */
function show(form) {
  const { theme, scheme, style, buzzes, keys, badge } = form.elements
  if (theme.value === "system") delete root.dataset.theme
  else root.dataset.theme = theme.value
  root.dataset.scheme = scheme.value
  root.toggleAttribute("data-still", !buzzes.checked)
  if (keys.checked) delete root.dataset.keys
  else root.dataset.keys = "off"
  if (badge.checked) delete root.dataset.appBadge
  else root.dataset.appBadge = "off"
  for (const drawing of form.querySelectorAll("[data-drawn]")) drawing.hidden = drawing.dataset.drawn !== style.value
  document.dispatchEvent(new CustomEvent("fivebar-look"))
}

/** Saves the latest choices, then those made meanwhile. */
async function save(action) {
  isSaving = true
  while (unsaved.browser || unsaved.account) {
    const bodies = Object.values(unsaved)
    unsaved = {}
    for (const body of bodies) {
      const response = await post(action, body, { headers: { Accept: "text/html" } })
      if (response?.ok) showBrowserColors(page(await response.text()))
      else tellRefusal(document.body.dataset.wordsUnreachable)
    }
  }
  isSaving = false
  // A page has a single language.
  if (isInOtherWords) location.reload()
}

/** The browser's own bars take the colours from the response. */
function showBrowserColors(page) {
  const metas = 'meta[name="theme-color"], meta[name="color-scheme"]'
  for (const meta of document.querySelectorAll(metas)) meta.remove()
  document.head.append(...Array.from(page.querySelectorAll(metas), meta => document.importNode(meta)))
}
