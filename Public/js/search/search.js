// Searches while typing: each keystroke replaces the results with those of the same page for the current input. Arrow
// keys move between results, Escape clears the field. Without this script, Enter submits the form.
const form = document.querySelector("[data-search-form]")
const field = form.elements.q
const sum = document.querySelector("[data-search-sum]")
const problem = document.querySelector("[data-search-problem]")
const results = document.querySelector("[data-search-results]")
const hits = () => Array.from(results.querySelectorAll("a"))
/** The current request; only the latest response counts. */
let asking

async function look() {
  asking?.abort()
  const question = asking = new AbortController()
  const address = new URL(form.action)
  if (field.value.trim()) address.searchParams.set("q", field.value)
  results.setAttribute("aria-busy", "true")
  try {
    const response = await fetch(address, { headers: { Accept: "text/html" }, signal: question.signal })
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    if (question !== asking) return
    show(page)
    remember(address)
  } catch {
    // Aborted, or offline; Enter still submits the form.
    if (question !== asking) return
    results.removeAttribute("aria-busy")
    tell(document.body.dataset.wordsUnreachable)
  }
}

function show(page) {
  // Throws if something else responds instead (the server is down); the results then stay.
  const fresh = document.importNode(page.querySelector("[data-search-results]"), true)
  results.replaceChildren(...fresh.childNodes)
  results.removeAttribute("aria-busy")
  const freshSum = page.querySelector("[data-search-sum]")
  sum.className = freshSum.className
  tell(freshSum.textContent)
  problem.textContent = page.querySelector("[data-search-problem]").textContent
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = page.getElementById(field.id).getAttribute(name)
    if (value) field.setAttribute(name, value)
    else field.removeAttribute(name)
  }
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

// A page restored from the browser's cache shows old counts.
addEventListener("pageshow", event => { if (event.persisted) look() })
// Input typed while this script was loading.
if (field.value.trim() !== field.defaultValue.trim()) look()
document.body.dataset.awake = ""
