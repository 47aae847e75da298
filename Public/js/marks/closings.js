// Animations that complete a group: the slash, then the X over a 25; four 25s become a hundred, ten hundreds a line,
// ten lines a block. The times are those of the storyboards, in milliseconds. Coordinates come from the geometry, and
// strokes from the shapes on the page.
import { Scene, across, cut, down, fade, glide, posed, still, weigh } from "./scene.js"
import { item, use } from "./use.js"

/** @typedef {{geometry: object, count: bigint, old: object[], now: object[], pose: import("./scene.js").Pose}} Change */

/** @param {Scene} scene @param {Change} change */
export function closing(scene, change) {
  const { count } = change
  if (count % 100n !== 0n) twentyFive(scene, change)
  else if (count === 100n) hundred(scene, change)
  else if (count === 1000n) thousand(scene, change)
  else if (/^10+$/.test(`${count}`)) power(scene, change)
  else anotherHundred(scene, change)
}

/** The path data of a shape on the page, one for each brush stroke. */
const strokesOf = selector => Array.from(document.querySelectorAll(selector), path => path.getAttribute("d"))
const parted = data => data.split(/(?<=z)(?=M)/)

const path = (kind, data) => `<path class="${kind}" d="${data}"/>`

/** A stroke that lands heavily. */
function land(scene, kind, data, motion, from, to, wrap = markup => markup) {
  scene.add(wrap(path(kind, data)), motion(from, to))
  scene.add(wrap(path(`landing ${kind.split(" ")[0]}`, data)), motion(from, to), weigh(from, to + 40))
}

/** An X: down to the right first, then down to the left. */
function landCross(scene, kind, [first, second], from, to, wrap) {
  const middle = (from + to) / 2
  land(scene, kind, first, across, from, middle, wrap)
  land(scene, kind, second, down, middle, to, wrap)
}

/**
 * Completes the current 25: the slash, the ink fades, the X lands.
 * @param {object} times
 * @returns {{unit: number, x: number, y: number, others: object[]}} which 25 it is, where, and what else is drawn
 */
function complete(scene, { geometry, count, old, pose }, times) {
  const unit = Number((count - 1n) % 100n / 25n), last = old.at(-1)
  const [right, below] = geometry.places[4]
  const place = { x: last.x - right, y: last.y - below }
  const wrap = markup => posed(markup, pose)
  const pale = [fade(1, 0.42, ...times.pales)], gone = times.goes === undefined ? [] : [cut(false, times.goes)]
  // A group, so that everything disappears at once.
  const group = new Scene()
  group.add(wrap(old.slice(-5).map(use).join("")), ...pale)
  group.write(wrap(use(item(`${last.name[0]}5s`, last.x, last.y))), across(0, times.slash), ...pale)
  const caps = strokesOf(`#${"ABCD"[unit]} .cap path`)
  landCross(group, "red cap", caps, ...times.cross, markup => wrap(posed(markup, { ...place, scale: 1 })))
  scene.add(group, ...gone)
  return { unit, ...place, others: old.slice(0, -5) }
}

function twentyFive(scene, change) {
  const others = change.now.slice(0, -1)
  scene.add(others.map(use).join(""))
  complete(scene, change, { slash: 200, pales: [200, 560], cross: [240, 560] })
}

const quick = { slash: 140, pales: [120, 280], cross: [100, 280] }

/** Four 25s slide into one and fade, the square closes, its X lands. */
function hundred(scene, change) {
  const { geometry: { frame: [, , width, height], handX, padding: [margin, below] }, pose } = change
  const { unit, x, y, others } = complete(scene, change, { ...quick, goes: 280 })
  // In the centre of the square, whose width equals its height.
  const goal = { scale: 1, x: margin + (height - 2 * below - (width - margin - handX)) / 2, y: below }
  for (const [place, each] of [...others, item("ABCD"[unit], x, y)].entries()) {
    const from = { scale: pose.scale, x: pose.scale * each.x + pose.x, y: pose.scale * each.y + pose.y }
    const isLast = place === others.length
    scene.add(use({ ...each, x: 0, y: 0 }), glide(from, { ...goal, x: goal.x + 4 * place }, 280, 600),
      { frames: { opacity: [isLast ? 0 : 1, 1, 0], offset: [0, 0.01, 1] }, from: 280, to: 600, easing: "linear" })
  }
  const [box] = strokesOf("#H .box"), [cross] = strokesOf("#H .cross")
  scene.add(path("box", box), down(340, 590))
  landCross(scene, "cross", parted(cross), 560, 760)
}

/** The current marks move left and fade, with the 25 just completed. */
function leave(scene, items, last, from, to) {
  const goes = () => [glide(still, { ...still, x: -60 }, from, to), fade(1, 0, from, to)]
  scene.add(items.map(use).join(""), ...goes())
  const completed = new Scene()
  completed.add(use(last), ...goes())
  scene.add(completed, cut(true, from))
}

const isOfHand = ({ name }) => /^(f\d|[A-Do])$/.test(name)

/** One hundred more: its pile grows, and piles that make room glide. */
function anotherHundred(scene, change) {
  const { old, now } = change
  const { unit, x, y, others } = complete(scene, change, { ...quick, goes: 280 })
  const shown = new Set(old.map(use)), kept = new Set(now.map(use)), kind = ({ name }) => name.replace(/\d+$/, "")
  for (const other of others.filter(each => !isOfHand(each))) {
    const next = now.find(each => kind(each) === kind(other) && each.x === other.x)
    if (kept.has(use(other))) scene.add(use(other))
    else if (next) scene.add(use(other), glide(still, { ...still, y: next.y - other.y }, 280, 520), cut(false, 560))
    else scene.add(use(other), fade(1, 0, 280, 480))
  }
  leave(scene, others.filter(isOfHand), item("ABCD"[unit], x, y), 280, 480)
  for (const other of now) if (!shown.has(use(other))) scene.add(use(other), fade(0, 1, 400, 560))
}

/** The current marks become the tenth square, the squares line up, the line strikes through. */
function thousand(scene, change) {
  const { geometry: { fives: [size, right, below], row: [small, pitch, start], left, axis }, old } = change
  const { unit, x, y, others } = complete(scene, change, { slash: 120, pales: [100, 240], cross: [80, 240], goes: 240 })
  leave(scene, others.filter(isOfHand), item("ABCD"[unit], x, y), 240, 400)
  const stamps = ["x", "y", "z"].map(stamp => [strokesOf(`#h${stamp} .box`)[0], strokesOf(`#h${stamp} .cross`)[0]])
  for (let place = 0; place < 10; place += 1) {
    const [box, cross] = stamps[(place + Math.floor(place / 3)) % 3]
    const from = { scale: 1, x: left + 4 + place % 5 * right, y: old[0].y + Math.floor(place / 5) * below }
    const falls = glide(from, { scale: small / size, x: start + place * pitch, y: axis - small / 2 }, 400, 620)
    const comes = place === 9 ? [fade(0, 1, 240, 400)] : []
    scene.add(path("box", box), falls, ...comes)
    scene.add(path("cross", cross), falls, place < 9 ? fade(1, 0, 400, 620) : fade(0, 0, 400, 620))
  }
  scene.add(path("line", strokesOf("#M .line")[0]), across(600, 800))
}

/** Ten of a unit: the tenth appears, and one stroke closes all. */
function power(scene, change) {
  const { geometry, now } = change
  const { unit, x, y, others } = complete(scene, change, { slash: 120, pales: [100, 240], cross: [80, 240], goes: 240 })
  const isTower = ({ name }) => name === "t9"
  leave(scene, others.filter(other => !isTower(other)), item("ABCD"[unit], x, y), 240, 420)
  for (const tower of others.filter(isTower)) {
    scene.add(use(tower), glide(still, { ...still, y: geometry.padding[1] - tower.y }, 240, 420), cut(false, 420))
  }
  const [closed, ...noughts] = now, shape = document.getElementById(closed.name)
  const wrap = markup => `<g${closed.colors ? ` class="${closed.colors}"` : ""} transform="translate(${closed.x} ${closed.y})">${markup}</g>`
  const strike = shape.lastElementChild
  scene.add(wrap(Array.from(shape.children).slice(0, -1).map(child => child.outerHTML).join("")), fade(0, 1, 280, 420))
  land(scene, strike.getAttribute("class"), strike.getAttribute("d"), across, 440, 740, wrap)
  scene.add(noughts.map(use).join(""), fade(0, 1, 600, 760))
}
