// Offers in a goal's form the counters as they are with what waits: those made, renamed, deleted or put back without a network.
import { namesIn } from "../../sync/waiting/names.js"
import { pending } from "../../sync/waiting/pending.js"

/** @param {HTMLSelectElement} select */
export function offerWaiting(select) {
  const operations = pending().filter(({ change }) => change), names = namesIn(operations)
  const optionOf = counter => Array.from(select.options).find(({ value }) => value === String(counter))
  const offer = counter => {
    if (optionOf(counter)) return
    const option = select.appendChild(document.createElement("option"))
    option.value = counter
    option.textContent = names.get(`counter ${counter}`)
  }
  for (const { id, kind, change: { counter } } of operations) {
    if (kind === "createCounter") offer(id)
    else if (kind === "restoreCounter") offer(counter)
    // A goal goes on following the one that it follows.
    else if (kind === "deleteCounter" && String(counter) !== select.value) optionOf(counter)?.remove()
  }
  for (const option of select.options) option.textContent = names.get(`counter ${option.value}`) ?? option.textContent
  select.closest("details").hidden = select.options.length < 2
}
