// What is set on a counter's page is drawn and saved at once, and its reader stays where they are. Where the server cannot
// be reached it waits, as a deletion does; once saved, the server's page says how all of it looks.
import { redrawSoon } from "./detail.js"
import { tell } from "./card/gesture.js"
import { typedNumber } from "../shell/numbers/typed.js"
import { reckoningOf } from "./cards.js"
import { counted } from "./counting.js"
import { draw } from "./list/drawn.js"
import { trashed } from "./waiting/trashed.js"
import { isControlled } from "../sync/pages/fetch.js"
import { patience, waitInTurn } from "../sync/later.js"
import { isKept } from "../sync/queue.js"
import { named, nameOf, newIdentifier } from "../sync/stamp.js"
import { tellRefusal } from "../sync/status.js"

/** Forms that go the plain way: the server's page says at the field what is wrong. */
const plain = new WeakSet()

document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches("[data-adjust]") || plain.has(form) || !isOwnPage(form)) return
  event.preventDefault()
  adjust(form, event.submitter)
})

/** A form that was refused stands at its own address, where there is no page to be drawn anew. */
const isOwnPage = form => new URL(".", form.action).pathname === `${location.pathname}/`

async function adjust(form, button) {
  const fields = new FormData(form), before = form.querySelector("[aria-pressed=true]"), number = fields.get("number")
  // Saved as it was shown, it must not undo what was done elsewhere since.
  if (number !== null && number === fields.get("seen")) return redrawSoon()
  fields.delete("seen")
  if (button?.name) fields.set(button.name, button.value)
  const operation = operationOf(form, fields)
  if (operation && form.querySelector("[aria-invalid]")) (await import("../shell/complain.js")).clear(form.elements.number)
  if (operation && !operation.delta) draw(operation)
  if (operation?.delta) {
    // From here on the field goes along with the count again.
    nowShows(form, number)
    waitInTurn(({ delta }) => Boolean(delta))
  }
  if (button?.ariaPressed) press(form, button)
  // A number that only the server can read must not come before taps that were made before it.
  const isInTurn = operation || !followsCount(form) || await isAfterTaps()
  const response = isInTurn ? await tell(form.action, Object.fromEntries(fields), operation) : null
  const answer = await response?.json().catch(() => null)
  if (response?.ok && form.elements.seen && !operation?.delta) nowShows(form, number)
  // What was typed since is not saved, and stays a draft.
  if (response?.ok && form.elements.seen && !isTypedAnew(form)) form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
  if (response?.status === 202) return
  if (response?.ok && answer) return redrawSoon()
  if (response?.status === 422 && !answer) {
    plain.add(form)
    return form.requestSubmit(button)
  }
  if (button?.ariaPressed) press(form, before)
  if (operation) redrawSoon()
  const problem = answer || button?.ariaPressed ? undefined : problemWith(form, number)
  if (problem) return import("../shell/complain.js").then(({ complain }) => complain(form.elements.number, problem), () => {})
  tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
}

// A tap that comes after a typed number counts on top of it, however late the server hears of either.
document.addEventListener("fivebar-gesture", () => waitInTurn(({ kind }) => kind === "setCount"))

/** It asks before it leaves. */
const letWait = () => document.querySelector("[data-delete-open]")?.setAttribute("data-waits", patience)
letWait()
document.addEventListener("fivebar-redrawn", letWait)

let deletion
// A deleted counter is missing in the list, which a service worker has without a network.
document.addEventListener("fivebar-unreachable", async event => {
  const form = event.target
  if (!form.matches("[data-delete-open]")) return
  event.preventDefault()
  if (deletion && counted.at(-1)?.id === deletion) return
  deletion = newIdentifier()
  await tell(form.action, {}, { id: deletion, kind: "deleteCounter", change: { counter: nameOf(card().dataset.counter) }, drawn: trashed(card()) }, false)
  if (!isKept() || !isControlled()) return
  // The list offers to undo it, as it does where the server has deleted it.
  try { sessionStorage.setItem(named("deleted"), deletion) } catch { /* it can be removed from what waits */ }
  location.assign(document.querySelector(".shell-name").href)
})

const card = () => document.querySelector("form[data-counter]")

/** The same change as an operation; undefined for a number that only the server can read. */
function operationOf(form, fields) {
  const counter = nameOf(card().dataset.counter), number = fields.get("number")
  const value = number === null ? undefined : typedNumber(number, groupingOf(form)), typed = value >= 0 && Number.isSafeInteger(value) ? value : undefined
  switch (form.action.split("/").at(-1)) {
  case "color": return { kind: "recolor", change: { counter, color: Number(fields.get("color")) } }
  case "style": return { kind: "restyle", change: { counter, style: fields.get("style") } }
  case "step": return typed > 0 && typed <= 1e9 ? { kind: "setStep", change: { counter, step: typed } } : undefined
  case "count": return typed === undefined ? undefined
    : { kind: "setCount", change: { counter, count: typed }, counter: card().dataset.counter, delta: String(BigInt(typed) - reckoningOf(card()).shown) }
  }
}

const groupingOf = form => form.elements.namedItem("number")?.dataset?.grouping

/** What the server would say of a number, as far as that is known here. */
function problemWith(form, number) {
  const { problem, tooLarge, most } = form.elements.namedItem("number")?.dataset ?? {}, value = typedNumber(number ?? "", groupingOf(form))
  if (!problem) return undefined
  const largest = new Intl.NumberFormat(document.documentElement.lang).format(BigInt(most)), say = sentence => sentence.replace("%@", () => largest)
  if (value > Number(most)) return say(tooLarge ?? problem)
  return value >= (tooLarge ? 0 : 1) ? undefined : say(problem)
}

/** The forms of each kind of change, and the name of what is chosen or typed in them. */
const choices = { recolor: "color", restyle: "style", setStep: "step" }

// What an earlier page could not send.
document.addEventListener("fivebar-waiting", ({ detail: { operations } }) => {
  for (const { kind, change } of operations) {
    if (!choices[kind] || String(change.counter) !== card()?.dataset.counter) continue
    const value = String(change[choices[kind]])
    for (const form of document.querySelectorAll(`[data-adjust][action$="/${choices[kind]}"]`)) {
      if (form.elements.seen) nowShows(form, value)
      else press(form, form.querySelector(`button[value="${CSS.escape(value)}"]`))
    }
  }
})

/** A form with a number that is saved, or waits, shows it from here on; one that is typed meanwhile stays. */
function nowShows(form, value) {
  const { number, seen } = form.elements, isTyped = ![number.defaultValue, value].includes(number.value)
  seen.value = number.defaultValue = value
  // What the server's page says is taken over by a field in which nothing is typed.
  if (!isTyped) form.reset()
}

const isTypedAnew = ({ elements: { number } }) => number.value !== number.defaultValue

const followsCount = form => form.matches("[data-after-taps]")

/** The form with the count shows what the card does, until another number is typed into it. */
function followCount() {
  const form = document.querySelector("[data-after-taps]:not(:has([aria-invalid]))")
  if (form) nowShows(form, String(reckoningOf(card()).shown))
  const now = document.querySelector("[data-count-now]"), shown = card()?.querySelector("[data-count-text]")
  if (now && shown && now.textContent !== shown.textContent) now.innerHTML = shown.innerHTML
}
// Whatever changes the count: a tap here or elsewhere, what waits, an answer, a page drawn anew.
new MutationObserver(followCount).observe(document.body, { childList: true, characterData: true, subtree: true })

function press(form, button) {
  for (const choice of form.querySelectorAll("[aria-pressed]")) choice.setAttribute("aria-pressed", String(choice === button))
}

async function isAfterTaps() {
  const { whenSettled } = await import("./card/settled.js")
  return whenSettled(card().dataset.counter)
}
