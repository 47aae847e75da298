// Draws marks in every style like the server, and animates them like handwriting: the newest appears and disappears
// with a stroke. Keeps the shapes for its drawings on the page.
import { fractal } from "./fractal.js"
import { svg, use } from "./use.js"

const { geometry } = await import(document.body.dataset.geometry)

let numbers
/** The number in the reader's language. @param {bigint} count */
export const format = count => (numbers ??= new Intl.NumberFormat(document.documentElement.lang)).format(count)

export const layouts = { fractal: fractal(geometry) }

/** Loads a style's layout for a count if needed: most pages need only one. @param {string} style @param {bigint} count */
export async function learn(style, count = 0n) {
  if (!layouts[style]) {
    const { flow } = await import("./flow.js")
    for (const other of ["western", "zheng"]) layouts[other] ??= flow(geometry, other, format)
  }
  await layouts[style].learn(count)
}
const knows = (style, count) => layouts[style]?.knows(count)

await Promise.all(Array.from(document.querySelectorAll("[data-style]"), ({ dataset }) => learn(dataset.style, BigInt(dataset.count ?? 0))))

/** @param {string} style @param {bigint} count @param {"wide" | "tall"} frame @returns {import("./use.js").Drawing} */
const drawing = (style, count, frame) => {
  const layout = layouts[style], isTall = frame === "tall"
  return { window: layout.window(count, isTall), frame, content: layout.items(count, isTall).map(use).join("") }
}

/** The drawing of a count, like the server's. @param {string} style @param {bigint} count @param {"wide" | "tall"} frame */
export const draw = (style, count, frame = "wide") => svg(drawing(style, count, frame))

/** The frames of an element's drawings. */
const framesOf = element => element.dataset.frames?.split(" ") ?? ["wide"]

let every
/** All shapes, by group; undefined if they cannot be loaded. */
const everyShape = () => every ??= import(document.body.dataset.shapes).then(module => module.shapes, () => { every = undefined })

/** Adds missing groups of shapes to the page. @param {string[]} groups @returns {boolean} whether all were there */
function add(groups) {
  const isMissing = group => !document.getElementById(`shapes-${group}`)
  if (!groups.some(isMissing)) return true
  everyShape().then(shapes => {
    for (const group of shapes ? groups.filter(isMissing) : []) {
      document.querySelector("#shapes defs").insertAdjacentHTML("beforeend", `<g id="shapes-${group}">${shapes[group]}</g>`)
    }
  })
  return false
}

/** Makes sure that the page has the shapes for a count. @param {string} style @param {bigint} count */
export const provide = (style, count) => add(layouts[style].shapes(count))

/** The same for drawings on a page from the server. @param {Document} page */
export const provideFor = page => add(Array.from(page.querySelectorAll("#shapes [id^=shapes-]"), ({ id }) => id.slice("shapes-".length)))

const calm = matchMedia("(prefers-reduced-motion: reduce)")
let motion
// Animations, and shapes that the page may need later, are loaded on the first touch or key.
for (const sign of ["pointerdown", "keydown"]) {
  addEventListener(sign, () => {
    import("./motion.js").then(module => { motion = module }, () => {})
    everyShape()
    layouts.fractal.learn(100n).catch(() => {})
  }, { once: true, capture: true, passive: true })
}

/** An element's latest change: the end of an older animation must not overwrite it. */
const turns = new WeakMap()

/** What shows an older drawing, because what draws the new one could not be loaded. */
const undrawn = new WeakSet()
export const isDrawn = element => !undrawn.has(element)

/** Shows drawings in an element. Those that are there get other contents: nothing around them is laid out for that. */
function put(element, drawings) {
  const { children } = element
  undrawn.delete(element)
  if (children.length !== drawings.length) element.innerHTML = drawings.map(svg).join("")
  else drawings.forEach(({ window, content }, place) => {
    const there = children[place], box = window.join(" ")
    if (there.getAttribute("viewBox") !== box) there.setAttribute("viewBox", box)
    there.innerHTML = content
  })
}
const putCount = (element, style, count) => put(element, framesOf(element).map(frame => drawing(style, count, frame)))

/** Draws a count without animation, even if one is running. */
export function drawAnew(element, style, count) {
  const turn = {}
  turns.set(element, turn)
  if (!knows(style, count)) {
    const isLatest = () => turns.get(element) === turn
    learn(style, count).then(() => { if (isLatest()) drawAnew(element, style, count) }, () => { if (isLatest()) undrawn.add(element) })
    return
  }
  provide(style, count)
  putCount(element, style, count)
}

/** Changes the drawing from one count to another; a single mark is animated, after any running animation. */
export function redraw(element, style, before, after) {
  const layout = layouts[style], larger = before > after ? before : after, isOne = before - after === 1n || after - before === 1n
  // Anything else is drawn without animation; a card may also have another style by now.
  if (!isOne || !motion || calm.matches || !knows(style, larger) || !provide(style, larger)) return drawAnew(element, style, after)
  const turn = {}
  turns.set(element, turn)
  const stages = framesOf(element).map((frame, place) => {
    const ratio = () => { const box = element.children[place].getBoundingClientRect(); return box.width / box.height || 1 }
    return motion.stage(geometry, layout, before, after, frame, ratio)
  })
  put(element, stages)
  const runs = stages.flatMap(({ play }, place) => play(element.children[place]))
  Promise.allSettled(runs).then(() => { if (turns.get(element) === turn) putCount(element, style, after) })
}
