// Deletes a counter without leaving the list. The notice brings it back.
import { load } from "../../shell/load.js"
import { nameOf } from "../../sync/stamp.js"
import { tell, tellProblem } from "./gesture.js"
import { trashed } from "../waiting/trashed.js"

/** @param {Element} card its item in the list @param {string} action where a deletion is posted */
export async function remove(card, action) {
  const next = card.nextElementSibling ?? card.previousElementSibling
  const change = { counter: nameOf(card.dataset.counter) }
  const response = await tell(action, { from: "home" }, { kind: "deleteCounter", change, drawn: trashed(card) })
  if (!response?.ok) return tellProblem(response)
  // The next one is the first of an empty list.
  if (!next) import("../new/first.js").catch(() => {})
  const { refresh } = await load("../list/refresh.js", import.meta.url)
  await refresh()
  if (document.activeElement === document.body) next?.querySelector("[data-options]").focus({ preventScroll: true })
}
