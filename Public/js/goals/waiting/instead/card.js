// The card of a goal that was made without a network. Until the server has numbered it, its name is that of the operation.
import { copyOf } from "../../../shell/rows/copy.js"
import { dayAfter, daysBetween } from "../../../shell/time/days.js"
import { paint } from "../card.js"
import { clear, previewedDays, setDot } from "../preview.js"

/** @param {Element} like the page's blank card, or another goal's where goals are only put in order
    @param {import("../../../sync/queue.js").Operation} operation @param {string} now today */
export function cardOfNew(like, { id, change: { name, color, start, end, counter, target } }, now) {
  const card = copyOf(like, id, name)
  paint(card, color)
  if (card.querySelector(".dot-preview")) fill(card, start, end, now)
  if (counter) Object.assign(card.dataset, { follows: counter, target, counted: 0, countedOn: now })
  return card
}

function fill(card, start, end, now) {
  const drawing = card.querySelector(".dot-preview")
  // Like the server's: the last days up to today, or the first ones while it is young.
  const [last] = [end, [now, dayAfter(start, previewedDays - 1)].sort()[1]].sort()
  const [, first] = [start, dayAfter(last, 1 - previewedDays)].sort(), days = daysBetween(first, last) + 1
  card.dataset.first = first
  card.querySelector("[data-archive]").remove()
  if (now < start || end < now) card.querySelector("form").remove()
  clear(drawing, days)
  for (let place = 0; place < days; place += 1) setDot(drawing, place, dayAfter(first, place) < now ? "miss" : "ring")
}
