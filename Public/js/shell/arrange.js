// Reorders rows, or cards in columns, immediately: by dragging one, after holding it where a finger could also scroll,
// or with their buttons and arrow keys. Then tells the server, one move at a time; where it cannot be reached, the move
// waits, and if it refuses, the page is reloaded. Of what the rows are it knows the name only.
import { keepIfLeft, postOrWait } from "../sync/later.js"
import { reloadOnceThere } from "../sync/pages/fetch.js"
import { keys } from "../sync/queue.js"
import { momentOfChange } from "../sync/change.js"
import { nameOf, newIdentifier } from "../sync/stamp.js"
import { tellRefusal } from "../sync/status.js"
import { keepLive } from "./live.js"
import { redrawSoon } from "./redraw.js"
import "../sync/pages/reloadOnReturn.js"
import { isElsewhere } from "./sheets.js"

const list = document.querySelector("[data-places]")
const rows = () => Array.from(list.children)
/** "counter" or "goal", and the kind of an operation that moves one. */
const of = list.dataset.places, kind = { counter: "moveCounter", goal: "moveGoal" }[of]
let turn = Promise.resolve()
/** How many moves the server has not answered yet. */
let untold = 0
/** The moves that were made here, and so are drawn. */
const own = new WeakSet()

/** Sends which row now precedes this one. */
function tell(row) {
  const after = row.previousElementSibling?.dataset.place ?? ""
  const action = row.dataset.at ?? row.querySelector("[data-move]").form.action, when = momentOfChange()
  const change = { [of]: nameOf(row.dataset.place), ...after && { after: nameOf(after) } }
  const operation = { id: newIdentifier(when.at), kind, change, ...when }
  own.add(change)
  untold += 1
  keepIfLeft(operation)
  turn = turn.then(async () => {
    const response = await postOrWait(action, { after }, operation)
    untold -= 1
    if (response?.ok) return void offer(response)
    const answer = await response?.json().catch(() => null)
    tellRefusal(answer?.problem ?? document.body.dataset.wordsUnreachable)
    // What is shown is wrong until the page is loaded again.
    reloadSoon()
    await new Promise(() => {})
  })
  number()
  const told = document.querySelector("[data-told]"), shown = rows()
  const words = { title: row.querySelector(".place-name").textContent, place: shown.indexOf(row) + 1, count: shown.length }
  told.textContent = told.dataset.words.replace(/{(\w+)}/g, (_, name) => words[name])
}

/** Loads the page again once the message has been read: when something else is pressed, or by itself. */
function reloadSoon() {
  setTimeout(() => document.addEventListener("click", ({ target }) => { if (!target.closest("a[href]")) reloadOnceThere() }), 4_000)
  setTimeout(reloadOnceThere, 20_000)
}

// Whoever leaves takes along what is not sent yet.
document.addEventListener("click", event => {
  const link = event.target.closest("a[href]")
  if (!link || untold === 0 || event.defaultPrevented || isElsewhere(event)) return
  event.preventDefault()
  Promise.race([turn, new Promise(done => setTimeout(done, 5_000))]).then(() => location.assign(link.href))
})

/** Shows the server's notice with an undo button. */
async function offer(response) {
  try {
    const { notice } = await response.json()
    if (notice) (await import("./notice.js")).offer(notice, undefined, true)
  } catch {
    // The move is made; without the notice, another move undoes it.
  }
}

/** The row of a counter or a goal, by its number or by the operation that made it. */
export const rowOf = name => rows().find(row => row.dataset.place === String(name))

/** Draws a move that waits. One after a row that is not there draws nothing. @param {{after?: number | string}} change */
export function draw(change) {
  if (own.has(change)) return
  const row = rowOf(change[of]), before = change.after === undefined ? null : rowOf(change.after)
  if (!row || before === undefined || before === row) return
  if (before) before.after(row)
  else list.prepend(row)
  number()
}

document.addEventListener("fivebar-refusal", ({ detail: { operation } }) => { if (operation.kind === kind) reloadSoon() })

/** Updates buttons and plain forms to the shown order. */
export function number() {
  const shown = rows()
  shown.forEach((row, place) => {
    const [up, down] = row.querySelectorAll(".place-moves form")
    // A row with only a handle has no plain forms to update.
    if (!down) return
    up.querySelector("button").disabled = place === 0
    down.querySelector("button").disabled = place === shown.length - 1
    up.elements.after.value = shown[place - 2]?.dataset.place ?? ""
    down.elements.after.value = shown[place + 1]?.dataset.place ?? ""
  })
}

/** Moves rows with `change`, and animates the others to their new places. */
function glide(change, held) {
  const before = new Map(rows().map(row => [row, row.getBoundingClientRect()]))
  change()
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
  for (const [row, { left, top }] of before) {
    const box = row.getBoundingClientRect(), across = left - box.left, way = top - box.top
    if (row !== held && (across !== 0 || way !== 0)) row.animate([{ transform: `translate(${across}px, ${way}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" })
  }
}

list.addEventListener("submit", event => {
  const button = event.submitter, direction = button?.dataset.move
  if (!direction) return
  event.preventDefault()
  move(button.closest("[data-place]"), direction, button)
})

function move(row, direction, button) {
  const other = direction === "up" ? row.previousElementSibling : row.nextElementSibling
  if (!other) return
  glide(() => { if (direction === "up") other.before(row); else other.after(row) })
  tell(row)
  // At either end the button is disabled: the other one takes the focus.
  const next = button.disabled ? row.querySelector(`[data-move]:not(:disabled)`) : button
  next?.focus()
  row.scrollIntoView({ block: "nearest" })
}

list.addEventListener("keydown", event => {
  const direction = { ArrowUp: "up", ArrowDown: "down" }[event.key]
  const button = event.target.closest("[data-move]")
  if (!direction || !button) return
  event.preventDefault()
  move(button.closest("[data-place]"), direction, button)
})

let held
/** Whether the handle's last press was a move: its click must not follow the link. */
let hasMoved = false

list.addEventListener("click", event => {
  if (hasMoved && event.detail > 0) {
    event.preventDefault()
    event.stopPropagation()
  }
  hasMoved = false
}, true)

const holdFor = 250, slack = 8
/** A press on a row that is not a drag yet: a mouse has to move for that, and a finger to wait, or it scrolls. */
let waiting

list.addEventListener("pointerdown", event => {
  hasMoved = false
  const grip = event.target.closest("[data-grip]"), row = grip?.closest("[data-place]")
  const control = event.target.closest("button, a")
  if (!row || event.button !== 0 || held || control && control !== grip) return
  if (event.target.matches(".place-grip")) return hold(row, event)
  giveUp()
  const isTouch = event.pointerType === "touch"
  waiting = { row, event, isTouch, timer: isTouch ? setTimeout(() => { hold(row, event) }, holdFor) : undefined }
})

function hold(row, event) {
  event.preventDefault()
  giveUp()
  const [first, second] = rows()
  held = {
    row, pointer: event.pointerId, isInColumns: first.offsetTop === second?.offsetTop, before: row.previousElementSibling,
    x: event.clientX, y: event.clientY, fromX: event.clientX, from: event.clientY + scrollY,
  }
  row.classList.add("place--held")
  list.setPointerCapture(event.pointerId)
  requestAnimationFrame(scrollAtEdge)
}

function giveUp() {
  clearTimeout(waiting?.timer)
  waiting = undefined
}

// A held row moves with the finger, and the page does not.
list.addEventListener("touchmove", event => { if (held) event.preventDefault() }, { passive: false })

// A press without a drag shows the row's arrows: not everybody can drag.
list.addEventListener("click", event => {
  const row = event.target.closest(".place-bar")?.closest("[data-place]")
  if (!row || event.target.closest("button, a")) return
  for (const other of rows()) other.classList.toggle("place--chosen", other === row && !row.matches(".place--chosen"))
})

document.addEventListener("pointermove", event => {
  if (event.pointerId === waiting?.event.pointerId && Math.hypot(event.clientX - waiting.event.clientX, event.clientY - waiting.event.clientY) > slack) {
    if (waiting.isTouch || event.buttons === 0) giveUp()
    else hold(waiting.row, waiting.event)
  }
  if (event.pointerId !== held?.pointer) return
  held.x = event.clientX
  held.y = event.clientY
  follow()
})

// A finger that holds a link opens no menu.
list.addEventListener("contextmenu", event => { if (held || waiting?.isTouch) event.preventDefault() })

/** Puts the held row where the pointer is, past as many others as it takes. */
function follow() {
  const { row } = held
  const middleOf = element => { const box = element.getBoundingClientRect(); return box.top + box.height / 2 }
  const shift = () => {
    const across = held.isInColumns ? held.x - held.fromX : 0
    row.style.transform = `translate(${across}px, ${held.y + scrollY - held.from}px)`
  }
  shift()
  if (held.isInColumns) return followInColumns(shift)
  for (;;) {
    const above = row.previousElementSibling, below = row.nextElementSibling
    // Past it by a pixel, and measured in parts of one: rounded, a row could be past both of its neighbours by turns, for ever.
    const isAbove = above && middleOf(row) < middleOf(above) - 1, isBelow = below && middleOf(row) > middleOf(below) + 1
    if (!isAbove && !isBelow) return
    const { top } = row.getBoundingClientRect()
    glide(() => { if (isAbove) above.before(row); else below.after(row) }, row)
    held.from += row.getBoundingClientRect().top - top
    shift()
  }
}

/** Takes the place of the card that the pointer is over. */
function followInColumns(shift) {
  const { row } = held, all = rows(), frame = row.offsetParent.getBoundingClientRect()
  const x = held.x - frame.left, y = held.y - frame.top
  // Where it will be, even if it is still gliding there.
  const other = all.find(card => card !== row && card.offsetLeft <= x && x <= card.offsetLeft + card.offsetWidth
    && card.offsetTop <= y && y <= card.offsetTop + card.offsetHeight)
  if (!other) return
  const [left, top] = [row.offsetLeft, row.offsetTop]
  glide(() => { if (all.indexOf(other) < all.indexOf(row)) other.before(row); else other.after(row) }, row)
  held.fromX += row.offsetLeft - left
  held.from += row.offsetTop - top
  shift()
}

/** The page scrolls for as long as a row is held at its edge. */
function scrollAtEdge() {
  if (!held) return
  const edge = 72, before = scrollY
  if (held.y < edge) scrollBy(0, -8)
  // The last one would lengthen the page that it scrolls.
  else if (held.y > innerHeight - edge && held.row.nextElementSibling) scrollBy(0, 8)
  if (scrollY !== before) follow()
  requestAnimationFrame(scrollAtEdge)
}

function letGo(isKept) {
  const { row, before, pointer } = held
  held = undefined
  if (list.hasPointerCapture(pointer)) list.releasePointerCapture(pointer)
  row.classList.remove("place--held")
  row.style.transform = ""
  if (!row.isConnected || row.previousElementSibling === before) return
  hasMoved = isKept
  // A row whose neighbour is gone meanwhile has not moved.
  if (isKept && (before?.isConnected ?? true)) tell(row)
  else if (before?.isConnected) before.after(row)
  else if (!before) list.prepend(row)
}

for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, event => {
  if (event.pointerId === waiting?.event.pointerId) giveUp()
  if (event.pointerId === held?.pointer) letGo(name === "pointerup")
})
document.addEventListener("keydown", event => { if (event.key === "Escape" && held) letGo(false) })

// A page fetched now would have the old order.
document.addEventListener("fivebar-redraw", event => { if (!isSettled()) event.preventDefault() })
const isSettled = () => !held && untold === 0 && keys().length === 0
// Others may move rows, too: what is saved is what is drawn only if both see the same.
keepLive({ refresh: redrawSoon, isSettled })

document.body.dataset.awake = ""
