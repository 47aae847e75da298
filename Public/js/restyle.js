// Draws a counter's marks in another style at once; the server is told afterwards.
// Where telling fails the page shows what the server knows.
import { reckoningOf } from "./cards.js"
import { draw } from "./marks/marks.js"

/** @param {HTMLButtonElement} button whose form says the same in the plain way */
export async function restyle(button) {
  const card = button.closest("[data-counter]"), style = button.value
  card.dataset.style = style
  card.querySelector("[data-marks]").innerHTML = draw(style, reckoningOf(card).shown)
  for (const choice of button.parentElement.children) choice.setAttribute("aria-pressed", String(choice === button))

  const action = button.getAttribute("formaction")
  const body = new URLSearchParams({ style })
  const response = await fetch(action, { method: "POST", keepalive: true, redirect: "manual", body }).catch(() => null)
  if (!response?.ok && response?.type !== "opaqueredirect") location.reload()
}
