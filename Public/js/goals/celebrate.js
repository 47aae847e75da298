// Celebrates a day marked as done: vibration, particles from the dot, and a ripple through its neighbours. With reduced
// motion the dot only fades in. Draws on its own canvas, which ignores touches and is removed after the last burst; its
// position is in dots.css. Knows dots, but not goals.
const calm = matchMedia("(prefers-reduced-motion: reduce)")
const sizes = {
  small: { life: 850, sparks: 44, reach: 150, ripple: 3, turns: [0] },
  large: { life: 1000, sparks: 180, reach: 420, ripple: 7, turns: [0, 0, 70, -70] },
}
let canvas
let bursts = []

/**
 * @param {Element} item the dot: its list item or its link
 * @param {{ isComplete?: boolean, at?: Element }} of whether the whole goal is done now, and what was pressed instead of the dot
 * @returns {Promise<void>} when all animations have ended
 */
export async function celebrate(item, { isComplete = false, at } = {}) {
  const cell = item.closest("li")
  const dot = cell?.querySelector("circle")
  if (!dot) return
  if (!("still" in document.documentElement.dataset)) navigator.vibrate?.(isComplete ? [60, 50, 60, 50, 120] : 60)
  if (calm.matches) {
    await dot.animate({ opacity: [0.2, 1] }, { duration: 400, easing: "ease-out" }).finished.catch(() => {})
    return
  }
  const size = isComplete ? sizes.large : sizes.small
  ripple(cell, size)
  await burst((at ?? cell).getBoundingClientRect(), getComputedStyle(dot).fill, size)
}

/** Dots near the cell swell one after the other, nearest first. */
function ripple(cell, { life, ripple: reach }) {
  const cells = cell.parentElement.children
  const place = Array.prototype.indexOf.call(cells, cell)
  const columns = getComputedStyle(cell.parentElement).gridTemplateColumns.split(" ").length
  const [row, column] = [Math.floor(place / columns), place % columns]
  const pause = (life - 380) / reach
  for (let down = -reach; down <= reach; down += 1) {
    for (let across = -reach; across <= reach; across += 1) {
      const distance = Math.hypot(down, across)
      const isInGrid = column + across >= 0 && column + across < columns
      const other = isInGrid && distance <= reach ? cells[(row + down) * columns + column + across] : undefined
      const swelling = distance === 0 ? [0.5, 1.4, 1] : [1, 1.08 + 0.24 * (1 - distance / reach), 1]
      for (const circle of other?.querySelectorAll("circle") ?? []) {
        circle.animate({ scale: swelling }, { duration: 380, delay: distance * pause, easing: "ease-out" })
      }
    }
  }
}

function burst(box, color, { life, sparks, reach, turns }) {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  // Some particles are white-hot, and the large burst also uses neighbouring hues.
  const tints = [...turns.map(turn => (turn ? `oklch(from ${color} l c calc(h + ${turn}))` : color)), "white"]
  const thrown = Array.from({ length: sparks }, (_, nth) => {
    const angle = Math.random() * 2 * Math.PI
    const way = reach * (0.2 + 0.8 * Math.random())
    return { x: Math.cos(angle) * way, y: Math.sin(angle) * way, r: 1.5 + 3 * Math.random(), tint: tints[nth % tints.length] }
  })
  return new Promise(over => {
    bursts.push({ middle, color, life, reach, thrown, over, begin: performance.now() })
    if (canvas) return
    canvas = document.createElement("canvas")
    canvas.className = "celebration"
    canvas.setAttribute("aria-hidden", "true")
    document.body.append(canvas)
    // Also above an open dialog.
    if ("popover" in canvas) {
      canvas.popover = "manual"
      canvas.showPopover()
    }
    requestAnimationFrame(frame)
  })
}

/** @returns a drawing context for an empty canvas of the page's current size, which changes with the browser's bars */
function cleared() {
  const pen = canvas.getContext("2d")
  const dense = Math.min(devicePixelRatio, 2)
  const [width, height] = [Math.round(canvas.clientWidth * dense), Math.round(canvas.clientHeight * dense)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  pen.setTransform(dense, 0, 0, dense, 0, 0)
  pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight)
  return pen
}

function frame() {
  const now = performance.now()
  const done = bursts.filter(({ begin, life }) => now - begin >= life)
  bursts = bursts.filter(burst => !done.includes(burst))
  const pen = cleared()
  for (const burst of bursts) draw(burst, (now - burst.begin) / burst.life, pen)
  if (bursts.length > 0) {
    requestAnimationFrame(frame)
  } else {
    canvas.remove()
    canvas = undefined
  }
  for (const { over } of done) over()
}

/** @param {number} time from 0 (start) to 1 (end) */
function draw({ middle, color, reach, thrown }, time, pen) {
  const out = 1 - (1 - time) ** 3
  pen.strokeStyle = color
  pen.globalAlpha = 0.5 * (1 - time) ** 2
  pen.lineWidth = 1 + 5 * (1 - time)
  circle(pen, middle.x, middle.y, reach * 0.75 * out)
  pen.stroke()
  for (const { x, y, r, tint } of thrown) {
    // All fall a little and fade out. A browser that does not support a tint keeps the plain colour.
    pen.fillStyle = color
    pen.fillStyle = tint
    pen.globalAlpha = Math.min(1, 2.5 * (1 - time))
    circle(pen, middle.x + x * out, middle.y + y * out + reach * 0.3 * time ** 2, r * (1 - time ** 3))
    pen.fill()
  }
  pen.globalAlpha = 1
}

function circle(pen, x, y, r) {
  pen.beginPath()
  pen.arc(x, y, r, 0, 2 * Math.PI)
}
