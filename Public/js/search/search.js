// Finds as one types: after each letter the results are replaced by those of the same page for what is typed.
// Arrow keys walk the results, Escape empties the field. Without this, Enter sends the form.
const form = document.querySelector("[data-search-form]")
const field = form.elements.q
const sum = document.querySelector("[data-search-sum]")
const problem = document.querySelector("[data-search-problem]")
const results = document.querySelector("[data-search-results]")
const hits = () => Array.from(results.querySelectorAll("a"))
/** What is being asked; only the last question's answer counts. */
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
    // Called off, or out of reach; then Enter still asks in the plain way.
    if (question === asking) tell(form.dataset.wordsUnreachable)
  }
}

function show(page) {
  // Where something else answers in its place (the server is away), this throws, and what was there stays.
  const fresh = document.importNode(page.querySelector("[data-search-results]"), true)
  results.replaceChildren(...fresh.childNodes)
  results.removeAttribute("aria-busy")
  tell(page.querySelector("[data-search-sum]").textContent)
  problem.textContent = page.querySelector("[data-search-problem]").textContent
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = page.getElementById(field.id).getAttribute(name)
    if (value) field.setAttribute(name, value)
    else field.removeAttribute(name)
  }
}

/** A way back, and a reload, find what was typed. Safari allows a hundred such steps in half a minute. */
function remember(address) {
  try {
    history.replaceState(null, "", address)
  } catch {
    // The address is a letter or two behind.
  }
}

/** Says it once: what is said already is not said again. */
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

/** From the field to the first result, from one to the next, and from the first back to the field. */
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

// A page that comes back shows counts as they were.
addEventListener("pageshow", event => { if (event.persisted) look() })
// What was typed while this was on its way.
if (field.value.trim() !== field.defaultValue.trim()) look()
document.body.dataset.awake = ""
