// Applies colours, styles and themes to the samples at once. Only for trying: the page itself and the settings stay.
import { restyle } from "./samples.js"

const stage = document.querySelector("[data-stage]")

document.addEventListener("submit", event => {
  const button = event.submitter
  if (!event.target.matches("[data-look]") || !button) return
  event.preventDefault()
  if (button.name === "style") for (const card of stage.querySelectorAll("[data-sample]")) restyle(card, button.value)
  else stage.dataset[button.name] = button.value
  for (const choice of event.target.querySelectorAll("button")) choice.setAttribute("aria-pressed", String(choice === button))
})
