// Draws what waits in the list that is being edited: counters that were created, renamed, recoloured, deleted or moved
// without a network, and how many were counted.
import { draw as drawMove, number, rowOf } from "../../shell/arrange.js"
import { copyOf } from "../../shell/rows/copy.js"
import { breakable } from "../../marks/number.js"
import { drawWaiting } from "../../sync/waiting/list.js"

const list = document.querySelector("[data-places]")
const { format } = new Intl.NumberFormat(document.documentElement.lang)
const colors = 8
const draws = {
  rename(row, { title }) { row.querySelector(".place-name").textContent = title },
  recolor(row, { color }) { paint(row, color) },
  deleteCounter(row) { row.remove() },
}

const paint = (row, color) => { row.className = row.className.replace(/\bcolor-\d\b/, `color-${color % colors}`) }

/** @param {import("../../sync/queue.js").Operation} operation */
function draw({ id, kind, change, counter = change.counter, delta }) {
  if (kind === "createCounter") return add(id, change)
  if (kind === "moveCounter") return drawMove(change)
  const row = rowOf(counter)
  if (row && delta) count(row, BigInt(delta))
  else if (row) draws[kind]?.(row, change)
}

function count(row, delta) {
  const place = row.querySelector(".place-count"), sum = BigInt(place.textContent.replace(/\D/g, "")) + delta
  place.innerHTML = breakable(format(sum < 0n ? 0n : sum))
}

function add(id, { title }) {
  const last = list.lastElementChild
  if (!last || rowOf(id)) return
  const row = copyOf(last, id, title)
  paint(row, Number(last.className.match(/\bcolor-(\d)/)[1]) + 1)
  row.querySelector(".place-count").textContent = "0"
  last.after(row)
}

drawWaiting(draw, number)
