// Says on a card what a tap counts, where that waits to be told the server: written on it in the list, and in the names of its
// buttons. The words are on the page that is shown in place of one that is not kept.
import { insteadPage } from "../../sync/pages/instead.js"

/** @param {HTMLElement} card whose step is set already */
export async function drawStep(card) {
  const words = (await insteadPage("offline").catch(() => undefined))?.querySelector("[data-offer]")?.dataset, step = Number(card.dataset.step ?? 1)
  const number = new Intl.NumberFormat(document.documentElement.lang).format(step), fill = text => text.replace("%@", () => number)
  if (words) {
    card.querySelector("[data-tap]").ariaLabel = step === 1 ? words.wordsAdd : fill(words.wordsAddStep)
    card.querySelector("[data-minus]").ariaLabel = step === 1 ? words.wordsSubtract : fill(words.wordsSubtractStep)
  }
  if (!card.matches("[data-counters] > *")) return
  const place = card.querySelector(".step")
  if (step === 1) {
    delete card.dataset.step
    return place?.remove()
  }
  // Without a service worker there are no words: what it says would not be so any more.
  if (!words) return place?.remove()
  const said = place ?? Object.assign(document.createElement("span"), { className: "step", ariaHidden: "true" })
  said.textContent = fill(words.wordsStep)
  if (!place) card.querySelector(".count").before(said)
}
