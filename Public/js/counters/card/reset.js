// Confirms a reset in a dialog that names the counter, and makes it without leaving the page. Sends the count that was
// seen, so that concurrent marks from elsewhere stay.
import { isSettled, reckoningOf } from "../cards.js"
import { keys } from "../../sync/queue.js"
import { nameOf } from "../../sync/stamp.js"
import { whenSettled } from "./settled.js"
import { load } from "../../shell/load.js"
import { rest } from "../../shell/rest.js"
import { openSheet } from "../../shell/sheets.js"
import { tell, tellProblem } from "./gesture.js"

const sheet = document.getElementById("confirm-reset")
const form = sheet.querySelector("[data-reset-form]")
/** What is asked for: the counter, the revision of it that is seen, and the page it is on, for the notice.
    @type {{counter: string, since: number, from: string}} */
let asked
const heading = sheet.querySelector("[data-question]")

/** @param {HTMLAnchorElement} link to the confirmation page */
export function ask(link, card = link.closest("[data-counter]")) {
  const title = card.querySelector("[data-name]").textContent
  heading.textContent = heading.dataset.question.replace("{title}", () => title)
  form.action = link.href
  asked = { counter: card.dataset.counter, since: reckoningOf(card).confirmed.revision, from: card.querySelector("input[name=from]")?.value ?? "home" }
  form.elements.seen.value = card.dataset.count

  // Closing the dialog returns the focus to where it was: to the menu's button, because the menu is closed.
  card.querySelector("[data-options]")?.focus()
  openSheet(sheet)
  // The focus goes to a button, which may lie below a question in large letters.
  sheet.scrollTop = 0
}

form.addEventListener("submit", async event => {
  event.preventDefault()
  rest(event.submitter)
  sheet.close()
  const { action } = form, { counter, since, from } = asked, seen = form.elements.seen.value
  const later = { kind: "reset", change: { counter: nameOf(counter), seen: Number(seen), since }, counter, delta: `-${seen}` }
  // JavaScript's integers are exact only up to 2⁵³.
  const isExact = Number.isSafeInteger(later.change.seen)
  // Taps that are not saved yet are among what was seen, and must not be counted after the reset. It is posted once they
  // are answered, so that its undo is offered, or waits after them.
  const isInTurn = isExact || await whenSettled(counter), isReachable = !isExact || isSettled(counter) || keys().length > 0
  const response = isInTurn ? await tell(action, { seen, since, from }, isExact ? later : undefined, isReachable) : null
  if (!response?.ok) return tellProblem(response)
  if (from === "home") (await load("../list/refresh.js", import.meta.url)).refresh()
  else (await load("../../shell/redraw.js", import.meta.url)).redrawSoon()
})
