// Fills in the page of a counter whose own is not kept, as the counter stands in the list that was last seen or as it was made
// here: for times without a network. What waits is drawn on it as on any other, and the server's page takes its place.
import { breakable } from "../../marks/number.js"
import { latestCounts } from "../../sync/storage/latestCounts.js"
import { pending } from "../../sync/waiting/pending.js"
import { lastList, listed } from "./lastList.js"

const colors = 8
const number = new Intl.NumberFormat(document.documentElement.lang)

/** @param {Document} page the server's, of no counter @param {string} counter its number, or the operation that makes it
    @returns {Promise<boolean>} whether it is known here */
export async function fill(page, counter) {
  const list = await lastList(), card = listed(document, counter) ?? listed(list, counter)
  const state = card ? stateOf(card) : stateOfNew(counter, list), waiting = pending().filter(({ change }) => String(change?.counter) === counter)
  if (!state || waiting.some(({ kind }) => kind === "deleteCounter")) return false
  state.title = waiting.findLast(({ kind }) => kind === "rename")?.change.title ?? state.title
  const said = latestCounts().get(counter)
  if (said?.revision > state.revision) Object.assign(state, said)
  for (const name of ["href", "action", "formaction"]) for (const part of page.querySelectorAll(`#content [${name}]`)) {
    part.setAttribute(name, part.getAttribute(name).replace(/(\/counters\/|#options-)0(?=\/|$)/, (_, before) => before + counter))
  }
  page.title = `${state.title} ${page.title}`
  fillCard(page.querySelector("form[data-counter]"), counter, state)
  fillSettings(page, state)
  hideUnknown(page, /^\d+$/.test(counter))
  return true
}

/** @typedef {{ title: string, color: number, count: string, revision: string, style: string, step: string,
    label?: string, labels?: (string | null)[] }} State what it is called aloud, and what its buttons are */

/** @returns {State} */
function stateOf(card) {
  const { count, revision, style, step = "1" } = card.dataset, part = name => card.querySelector(`[data-${name}]`)
  const labels = ["tap", "minus"].map(name => part(name).getAttribute("aria-label"))
  return { title: part("name").textContent, color: colorOf(card), count, revision, style, step, label: part("marks").getAttribute("aria-label"), labels }
}

const colorOf = card => Number(/\bcolor-(\d)/.exec(card.className)[1])

/** One that waits to be made has the next colour, after those that wait before it. @returns {State | undefined} */
function stateOfNew(counter, list) {
  const waiting = pending().filter(({ kind }) => kind === "createCounter"), place = waiting.findIndex(({ id }) => id === counter)
  if (place < 0) return undefined
  const { title, style, color } = waiting[place].change, last = list?.querySelector("[data-counters]")?.lastElementChild
  return { title, color: color ?? ((last ? colorOf(last) : -1) + 1 + place) % colors, count: "0", revision: "0", style, step: "1" }
}

function fillCard(card, counter, { title, color, count, revision, style, step, label, labels }) {
  Object.assign(card.dataset, { counter, count, revision, style, step })
  card.classList.replace("color-0", `color-${color}`)
  card.classList.toggle("card--long", BigInt(count) >= 1e12)
  card.querySelector("h1").textContent = title
  card.querySelector("[data-count-text]").innerHTML = breakable(number.format(BigInt(count)))
  if (label) card.querySelector("[data-marks]").setAttribute("aria-label", label)
  for (const [place, name] of ["tap", "minus"].entries()) if (labels?.[place]) card.querySelector(`[data-${name}]`).setAttribute("aria-label", labels[place])
}

/** The full screen has none. */
function fillSettings(page, { color, count, style, step }) {
  const choices = [["[name=style]", style], ["[name=color]", String(color)], [".steps > button", step]]
  for (const [buttons, chosen] of choices) for (const button of page.querySelectorAll(`${buttons}[aria-pressed]`)) {
    button.setAttribute("aria-pressed", String(button.value === chosen))
  }
  for (const [form, value] of [[".other-step form", step], [".count-setting form", count]]) {
    const { number, seen } = page.querySelector(form)?.elements ?? {}
    if (number) seen.value = number.defaultValue = value
  }
  const now = page.querySelector("[data-count-now]"), other = page.querySelector(".other-step")
  if (now) now.innerHTML = breakable(number.format(BigInt(count)))
  if (!other || page.querySelector(`.steps > [value="${step}"]`)) return
  other.open = true
  const summary = other.querySelector("summary")
  summary.textContent = `+${number.format(BigInt(step))}`
  summary.ariaCurrent = "true"
  summary.dataset.chosen = ""
}

/** What only the server can tell, until it does. @param {boolean} isListed whether the server has the counter */
function hideUnknown(page, isListed) {
  const unknown = isListed ? [".lately"] : [".way:not([href$=full])", ".counter-rows > li:has([download])"]
  for (const part of page.querySelectorAll(unknown.join())) part.hidden = true
}
