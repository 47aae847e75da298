// Saves what is chosen in the settings at once, on their page and in the sheet over the counters, and shows it; without a
// network it waits. The page loads this before the first paint, so that nothing moves.
import { nameZones } from "../shell/time/names.js"
import { showBrowserColors } from "../shell/style/look.js"
import { keys } from "../sync/queue.js"
import { tell, tellIfSlow } from "../sync/status.js"
import { choose, chooseForAccount, chosen, chosenForAccount, save, whenChosenElsewhere } from "./unsaved.js"

const root = document.documentElement
/** In milliseconds. */
const tryAgainAfter = 5_000
const page = text => new DOMParser().parseFromString(text, "text/html")

/** Offers what needs a script, and takes away what does not. @param {ParentNode} place that contains the settings */
export function prepare(place) {
  for (const save of place.querySelectorAll("[data-save]")) save.hidden = true
  nameZones(place)
  for (const form of place.querySelectorAll("[data-choices]")) fillIn(form)
  if (hasUsedKeys()) for (const row of place.querySelectorAll(".setting-row--keys")) row.toggleAttribute("data-used", true)
  if (!("setAppBadge" in navigator)) return
  for (const choice of place.querySelectorAll("[data-badge-choice]")) choice.hidden = false
}

/** Whether single keys have acted here, so that there is a keyboard, or something that types like one. */
function hasUsedKeys() {
  try {
    return localStorage.getItem("fivebar-keys") !== null
  } catch {
    return false
  }
}

let isInOtherWords = false

prepare(document)
document.addEventListener("fivebar-redrawn", () => prepare(document))
// The form shows what is saved, and not what was chosen since.
document.addEventListener("fivebar-settings-refused", ({ detail: part }) => {
  if (part === "browser") isInOtherWords = false
  for (const form of document.querySelectorAll("[data-choices]")) {
    fillIn(form)
    showSample(form)
  }
})
whenChosenElsewhere(choices => { for (const form of document.querySelectorAll("[data-choices]")) fillIn(form, choices) })

document.addEventListener("change", event => {
  const field = event.target, { form } = field
  if (!form?.matches("[data-choices]")) return
  if (field.matches("[data-of-account]")) chooseForAccount(field.name, field.value)
  else {
    const choices = new URLSearchParams(new FormData(form))
    for (const other of form.querySelectorAll("[data-of-account]")) choices.delete(other.name)
    choose(choices)
    showSample(form)
  }
  isInOtherWords ||= field.name === "language"
  saveAll()
})

function showSample(form) {
  for (const drawing of form.querySelectorAll("[data-drawn]")) drawing.hidden = drawing.dataset.drawn !== form.elements.style.value
}

/** Shows in the form what is not saved yet. */
function fillIn(form, choices = chosen()) {
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden") continue
    const isOfAccount = field.matches("[data-of-account]"), all = isOfAccount ? chosenForAccount() : choices
    if (!all || isOfAccount && !all.has(field.name)) continue
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = all.get(field.name) === field.value
    else field.value = all.get(field.name) ?? ""
  }
  if (choices) showSample(form)
}

/** The next attempt. */
let timer

async function saveAll() {
  const isTrying = timer !== undefined
  clearTimeout(timer)
  timer = undefined
  const isSaved = await tellIfSlow(save(async response => showBrowserColors(page(await response.text()).head)))
  // Without a network the page says so already.
  if (!isSaved && navigator.onLine !== false) {
    clearTimeout(timer)
    timer = setTimeout(saveAll, tryAgainAfter)
    tell("trying", keys().length)
  } else if (isSaved && isTrying && keys().length === 0) tell("")
  if (isSaved && isInOtherWords) readInItsWords()
}

let isByKey = false
for (const name of ["keydown", "pointerdown"]) document.addEventListener(name, () => { isByKey = name === "keydown" }, true)

/** A page has a single language. A key chooses each one that it passes, so then it is read once the field is left. */
function readInItsWords() {
  const field = document.activeElement
  if (isByKey && field.name === "language") field.addEventListener("blur", () => location.reload(), { once: true })
  else location.reload()
}

addEventListener("online", () => { if (chosen() || chosenForAccount().size > 0) saveAll() })
