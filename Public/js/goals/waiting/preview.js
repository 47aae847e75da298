// The small drawing of a goal's days on its card: a path for each kind of dot. Takes the dots' shapes from the drawing of
// the page's blank card, which has one of each.
const columns = 15, box = 20
const kinds = ["done", "miss", "ring"]
/** How many days a card shows. */
export const previewedDays = 30

const middle = place => place * box + box / 2
const blank = document.querySelector("[data-blank-goal]")?.content.querySelector(".dot-preview")
/** Where each kind's dot begins, from its middle, and its line. */
const shapes = new Map(blank && kinds.map((kind, place) => {
  const [, x, line] = /^M(-?\d+) \d+(.*)$/.exec(blank.querySelector(`.${kind}`).getAttribute("d"))
  return [kind, { from: Number(x) - middle(place), line }]
}))

function dot(kind, place) {
  const { from, line } = shapes.get(kind)
  return `M${middle(place % columns) + from} ${middle(Math.floor(place / columns))}${line}`
}

function pathOf(drawing, kind) {
  const there = drawing.querySelector(`.${kind}`)
  if (there) return there
  const path = document.importNode(blank.querySelector(`.${kind}`))
  path.setAttribute("d", "")
  return drawing.appendChild(path)
}

/** Draws the day at a place as one of that kind. @param {SVGElement} drawing @param {"done" | "miss" | "ring"} kind */
export function setDot(drawing, place, kind) {
  for (const other of kinds) {
    const path = pathOf(drawing, other), rest = path.getAttribute("d").replace(dot(other, place), "")
    path.setAttribute("d", other === kind ? rest + dot(kind, place) : rest)
  }
}

/** Makes room for that many days, and draws none. */
export function clear(drawing, days) {
  drawing.replaceChildren()
  drawing.setAttribute("viewBox", `0 0 ${columns * box} ${Math.ceil(days / columns) * box}`)
}
