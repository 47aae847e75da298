// Says on a page of figures what was counted and waits, which is not in them: how many taps, and how much they come to.
import { drawCounted, howMany, signed } from "../sync/waiting/counted.js"

const place = document.querySelector("[data-waiting-of]")

drawCounted(place.dataset.waitingOf, operations => {
  place.textContent = `${howMany(operations.length)} ${signed(operations.reduce((sum, { delta }) => sum + BigInt(delta), 0n))}`
  place.hidden = false
})
