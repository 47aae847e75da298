// What was counted today and this week goes on with each tap: what the server's figures do not include yet is added to them.
// Only taps: what a reset or a typed number changes counts for no day.
import { counted } from "../counting.js"
import { detailCard } from "../detail.js"
import { breakable } from "../../marks/number.js"
import { dayAfter, dayOf, daysBetween, today, whenDayTurns } from "../../shell/time/days.js"
import { keys, read } from "../../sync/queue.js"
import { throttled } from "../../sync/waiting/throttled.js"

const number = new Intl.NumberFormat(document.documentElement.lang)
/** Fingers come first, in milliseconds. */
const rest = 50
/** Taps of earlier pages, and of other windows, that wait. @type {Map<string, {id: string, counter: string, delta: number}>} */
const earlier = new Map()
/** The taps of this page, also those that were undone. @type {Set<string>} */
const own = new Set()
/** @type {Set<string>} */
const refused = new Set()
/** What the server has, as far as this page has heard of it. @type {Set<string>} */
const answered = new Set()
/** The figures that are shown, and the taps that the server had when it told them. */
let shown, included = new Map()

/** An id tells its time in the first twelve digits, in milliseconds (RFC 9562 §5.7). */
const timeOf = id => parseInt(id.replaceAll("-", "").slice(0, 12), 16)

/** The taps on a counter that were not undone: how much each came to, by id. */
function tapsOn(counter) {
  for (const { id } of counted) own.add(id)
  const taps = counted.filter(({ told }) => !told).concat(Array.from(earlier.values()).filter(({ id }) => !own.has(id)))
  return new Map(taps.filter(tap => tap.counter === counter && !refused.has(tap.id)).map(({ id, delta }) => [id, Number(delta)]))
}

/** How many of the latest taps somebody may still undo one by one. */
const mostUndone = 200

/** Of a page that stays open for days only the latest taps are kept: what the server has answered is in its figures. */
function forget() {
  let number = 0
  while (number < counted.length - mostUndone && answered.has(counted[number].id)) number += 1
  for (const { id } of counted.splice(0, number)) for (const known of [own, answered, earlier]) known.delete(id)
}

const draw = throttled(() => {
  const figures = document.querySelector(".lately"), counter = detailCard()?.dataset.counter
  if (!figures || !counter) return
  if (figures !== shown) forget()
  const taps = tapsOn(counter)
  if (figures !== shown) included = new Map(Array.from(taps).filter(([id]) => answered.has(id)))
  shown = figures
  const missing = Array.from(taps).filter(([id]) => !included.has(id))
  const undone = Array.from(included).filter(([id]) => !taps.has(id)).map(([id, delta]) => [id, -delta])
  for (const figure of figures.querySelectorAll("[data-first]")) add(missing.concat(undone), figure, Number(figures.dataset.dayStart))
}, rest)

/** @param {[id: string, delta: number][]} taps @param {HTMLElement} figure of a day or a week, perhaps of one that is over */
function add(taps, figure, dayStart) {
  const { first, days, net } = figure.dataset
  const over = Math.max(0, Math.floor(daysBetween(first, today(dayStart)) / days))
  const since = dayAfter(first, over * days)
  const sum = taps.reduce((sum, [id, delta]) => dayOf(timeOf(id), dayStart) < since ? sum : sum + BigInt(delta), over > 0 ? 0n : BigInt(net))
  const text = number.format(sum > 0n ? sum : 0n)
  if (figure.textContent !== text) figure.innerHTML = breakable(text)
}

/** @param {(import("../../sync/queue.js").Operation | null)[]} operations */
function learn(operations) {
  const undone = new Set(operations.map(operation => operation?.kind === "undo" && operation.change.operation))
  for (const operation of operations) {
    if (["increment", "decrement"].includes(operation?.kind) && !operation.isRemoved && !undone.has(operation.id)) earlier.set(operation.id, operation)
  }
  draw()
}
document.addEventListener("fivebar-waiting", ({ detail: { operations } }) => learn(operations))
document.addEventListener("fivebar-answer", ({ detail: { operation } }) => { answered.add(operation.id) })
document.addEventListener("fivebar-refusal", ({ detail: { operation } }) => {
  refused.add(operation.id)
  draw()
})
// The same element has the server's figures again.
document.addEventListener("fivebar-redrawn", () => {
  shown = undefined
  draw()
})
document.addEventListener("fivebar-gesture", draw)
// Without a network no page of the new day comes.
whenDayTurns(draw)

const left = keys().map(read)
// A counter that was opened beside the list came after what was counted there.
if (document.querySelector("[data-beside]")) {
  const waiting = new Set(left.map(operation => operation?.id))
  for (const { id } of counted) if (!waiting.has(id)) answered.add(id)
}
learn(left)
