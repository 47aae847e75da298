// Marks in every style, drawn as the server draws them, and written as by a hand: the newest comes with a stroke, and
// goes with one. Keeps the shapes on the page that its drawings are put together of.
import { fractal } from "./fractal.js"
import { svg, use } from "./use.js"

const { geometry } = await import(document.body.dataset.geometry)

/** The number as the reader's language writes it. @param {bigint} count */
export const format = count => new Intl.NumberFormat(document.documentElement.lang).format(count)

const layouts = { fractal: fractal(geometry) }

/** Makes sure that a count can be laid out in a style: most pages need one alone. @param {string} style @param {bigint} count */
export async function learn(style, count = 0n) {
  if (!layouts[style]) {
    const { flow } = await import("./flow.js")
    for (const other of ["western", "zheng"]) layouts[other] ??= flow(geometry, other, format)
  }
  await layouts[style].learn(count)
}
const knows = (style, count) => layouts[style]?.knows(count)

await Promise.all(Array.from(document.querySelectorAll("[data-style]"), ({ dataset }) => learn(dataset.style, BigInt(dataset.count ?? 0))))

/** The drawing of a count, as the server draws it. @param {string} style @param {bigint} count @param {"wide" | "tall"} frame */
export const draw = (style, count, frame = "wide") => {
  const layout = layouts[style], isTall = frame === "tall"
  return svg(layout.window(count, isTall), frame, layout.items(count, isTall).map(use).join(""))
}

/** The frames that an element holds its drawing in. */
const framesOf = element => element.dataset.frames?.split(" ") ?? ["wide"]

let every
/** All shapes, by group; nothing where they cannot be had. */
const everyShape = () => every ??= import(document.body.dataset.shapes).then(module => module.shapes, () => { every = undefined })

/** Adds the groups of shapes that the page does not hold yet. @param {string[]} groups @returns {boolean} whether it held all */
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

/** Sees to it that the page holds what a count is drawn with. @param {string} style @param {bigint} count */
const provide = (style, count) => add(layouts[style].shapes(count))

/** The same for drawings that come with a page of the server's. @param {Document} page */
export const provideFor = page => add(Array.from(page.querySelectorAll("#shapes [id^=shapes-]"), ({ id }) => id.slice("shapes-".length)))

const calm = matchMedia("(prefers-reduced-motion: reduce)")
let motion
// How marks move, and the shapes that the page may come to need, are fetched with the first touch or key.
for (const sign of ["pointerdown", "keydown"]) {
  addEventListener(sign, () => {
    import("./motion.js").then(module => { motion = module }, () => {})
    everyShape()
    layouts.fractal.learn(100n).catch(() => {})
  }, { once: true, capture: true, passive: true })
}

/** Which change of an element is the last one: an older one's motion must not end it. */
const turns = new WeakMap()

const put = (element, style, count) => { element.innerHTML = framesOf(element).map(frame => draw(style, count, frame)).join("") }

/** Draws a count outright, whatever is still in motion. */
export function drawAnew(element, style, count) {
  const turn = {}
  turns.set(element, turn)
  if (!knows(style, count)) return learn(style, count).then(() => { if (turns.get(element) === turn) drawAnew(element, style, count) })
  provide(style, count)
  put(element, style, count)
}

/** Turns the drawing of one count into that of another; a single mark comes or goes in motion, at the end of what
    was still under way. */
export function redraw(element, style, before, after) {
  const layout = layouts[style], larger = before > after ? before : after, isOne = before - after === 1n || after - before === 1n
  // What cannot move yet, or not at all, is drawn outright; a card may also have come with a style of its own.
  if (!isOne || !motion || calm.matches || !knows(style, larger) || !provide(style, larger)) return drawAnew(element, style, after)
  const turn = {}
  turns.set(element, turn)
  const stages = framesOf(element).map((frame, place) => {
    const ratio = () => { const box = element.children[place].getBoundingClientRect(); return box.width / box.height || 1 }
    return motion.stage(geometry, layout, before, after, frame, ratio)
  })
  element.innerHTML = stages.map(({ markup }) => markup).join("")
  const runs = stages.flatMap(({ play }, place) => play(element.children[place]))
  Promise.allSettled(runs).then(() => { if (turns.get(element) === turn) put(element, style, after) })
}
