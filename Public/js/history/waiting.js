// Draws what was counted and waits in the counter's newest history, above its days: a row a minute, with the count after it.
// The server's own entries take its place once it has answered.
import { breakable } from "../marks/number.js"
import { drawCounted, howMany, signed } from "../sync/waiting/counted.js"

const language = document.documentElement.lang
const times = new Intl.DateTimeFormat(language, { timeStyle: "short" }), earlier = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" })
const number = new Intl.NumberFormat(language)
const place = document.querySelector("[data-waiting-of]")

drawCounted(place.dataset.waitingOf, operations => {
  const minutes = new Map(), names = new Map()
  let count = BigInt(place.dataset.count)
  for (const { at, delta } of operations) {
    const minute = Math.floor(at / 60_000), time = names.get(minute) ?? nameOf(at), before = count
    names.set(minute, time)
    count += BigInt(delta)
    if (count < 0n) count = 0n
    minutes.set(time, { delta: (minutes.get(time)?.delta ?? 0n) + count - before, count })
  }
  place.querySelector("h2").textContent = howMany(operations.length)
  place.querySelector("ol").replaceChildren(...Array.from(minutes, row).reverse())
  place.hidden = false
  for (const nothing of document.querySelectorAll("main > .problem")) nothing.hidden = true
})

const nameOf = at => (new Date(at).toDateString() === new Date().toDateString() ? times : earlier).format(at)

function row([time, { delta, count }]) {
  const item = document.importNode(place.querySelector("template").content.firstElementChild, true)
  item.querySelector(".history-time").textContent = time
  for (const [part, text] of Object.entries({ delta: signed(delta), count: number.format(count) })) item.querySelector(`.history-${part}`).innerHTML = breakable(text)
  return item
}
