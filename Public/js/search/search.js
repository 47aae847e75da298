// Searches while typing: each keystroke replaces the results with those of the same page for the current input. Arrow
// keys move between results, Escape clears the field. The results follow changes made elsewhere. Without this script, Enter
// submits the form.
import { load } from "../shell/load.js"
import { isHeld, whenReleased } from "../shell/rest.js"
import { fetchPage } from "../sync/pages/fetch.js"
import { isForeign } from "../sync/stamp.js"

const form = document.querySelector("[data-search-form]")
const field = form.elements.q
const sum = document.querySelector("[data-search-sum]")
const problem = document.querySelector("[data-search-problem]")
const results = document.querySelector("[data-search-results]")
const hits = () => Array.from(results.querySelectorAll("a"))
/** The current request; only the latest response counts. */
let asking
/** How long a response may take, in milliseconds. */
const longest = 20_000
/** Whether the latest input has no answer yet, and the results are out of date. */
let isUnanswered = false, isOld = false

/** Searches for what was typed; earlier requests are cancelled. */
function look() {
  isUnanswered = true
  return ask(true)
}

/** Refreshes the results after a change elsewhere, once nothing else is asked for and no result is pressed. */
async function lookAgain() {
  await whenReleased(results)
  isOld = Boolean(asking)
  if (!isOld) ask(false)
}

async function ask(isTyped) {
  asking?.abort()
  const question = asking = new AbortController(), late = setTimeout(() => question.abort(), longest)
  const address = new URL(form.action)
  if (field.value.trim()) address.searchParams.set("q", field.value)
  if (isTyped) results.setAttribute("aria-busy", "true")
  const response = await fetchPage(address, {}, question.signal)
  const html = await response?.text().catch(() => undefined)
  clearTimeout(late)
  if (question !== asking) return
  asking = undefined
  results.removeAttribute("aria-busy")
  const page = html && new DOMParser().parseFromString(html, "text/html")
  if (page && isForeign(page)) {
    remember(address)
    return location.reload()
  }
  // The server may be down; the results then stay. Enter still submits the form.
  if (!page?.querySelector("[data-search-results]")) return isTyped && tellUnreachable()
  // A result that is pressed stays until it is released.
  if (!isTyped && isHeld(results)) return lookAgain()
  isUnanswered = false
  show(page)
  remember(address)
  if (isOld) lookAgain()
}

addEventListener("online", () => { if (isUnanswered) look() })

function show(page) {
  const fresh = document.importNode(page.querySelector("[data-search-results]"), true)
  if (fresh.innerHTML !== results.innerHTML) {
    const focused = results.contains(document.activeElement) && document.activeElement.href
    results.replaceChildren(...fresh.childNodes)
    if (focused) (hits().find(({ href }) => href === focused) ?? field).focus({ preventScroll: true })
  }
  const freshSum = page.querySelector("[data-search-sum]")
  sum.className = freshSum.className
  tell(freshSum.textContent)
  const said = page.querySelector("[data-search-problem]").textContent
  if (problem.textContent !== said) problem.textContent = said
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = page.getElementById(field.id).getAttribute(name)
    if (value) field.setAttribute(name, value)
    else field.removeAttribute(name)
  }
  const { revision } = page.body.dataset
  if (revision) document.body.dataset.revision = revision
}

/** Going back and reloading restore the input. Safari allows a hundred such updates in half a minute. */
function remember(address) {
  try {
    history.replaceState(null, "", address)
  } catch {
    // The address is a letter or two behind.
  }
}

/** Announces it once: a repeated message is not announced again. */
function tell(sentence) {
  if (sum.textContent !== sentence) sum.textContent = sentence
}

function tellUnreachable() {
  sum.classList.remove("hidden")
  tell(document.body.dataset.wordsUnreachable)
}

field.addEventListener("input", look)

addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === "ArrowDown" || event.key === "ArrowUp") walk(event)
  else if (event.key === "Escape") empty(event)
  else if (event.key === "/" && event.target !== field && document.documentElement.dataset.keys !== "off") goBack(event)
})

/** From the field to the first result, to the next, and from the first back to the field. */
function walk(event) {
  const stops = [field, ...hits()]
  const place = stops.indexOf(document.activeElement)
  const next = stops[place + (event.key === "ArrowDown" ? 1 : -1)]
  if (place < 0 || !next) return
  event.preventDefault()
  next.focus()
}

function empty(event) {
  event.preventDefault()
  field.focus()
  if (!field.value) return
  field.value = ""
  look()
}

function goBack(event) {
  event.preventDefault()
  field.focus()
  field.select()
}

load("../shell/live.js", import.meta.url).then(({ keepLive }) => keepLive({ refresh: lookAgain, isSettled: () => true }), () => {})
// Input typed while this script was loading.
if (field.value.trim() !== field.defaultValue.trim()) look()
document.body.dataset.awake = ""
