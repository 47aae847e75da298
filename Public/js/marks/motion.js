// Animates a single mark. Ink first: the new stroke starts at once, at its final place, while everything else makes
// way. Loaded on the first touch. Works with layouts, not styles; closings.js animates completed groups.
import { closing } from "./closings.js"
import { Scene, across, become, down, fade, glide, posed, still } from "./scene.js"
import { item, use } from "./use.js"

/**
 * @param {object} geometry the server's table
 * @param {object} layout a style's
 * @param {bigint} before @param {bigint} after one more or one less
 * @param {"wide" | "tall"} frame
 * @param {() => number} ratio the place's width divided by its height
 * @returns {import("./use.js").Drawing & {play: (drawing: SVGElement) => Promise[]}}
 */
export function stage(geometry, layout, before, after, frame, ratio) {
  const isBack = after < before, count = isBack ? before : after, isTall = frame === "tall"
  const windows = [count - 1n, count].map(number => layout.window(number, isTall))
  const change = {
    geometry,
    layout,
    count,
    old: layout.items(count - 1n, isTall),
    now: layout.items(count, isTall),
    pose: windows[0].join() === windows[1].join() ? still : between(...windows, ratio()),
  }
  const scene = new Scene()
  if (layout.closes(count)) closing(scene, change)
  else stroke(scene, change)
  return { window: windows[1], frame, content: scene.markup(isBack), play: drawing => scene.play(drawing, isBack) }
}

/** The pose that keeps something at the same place when the window changes. */
function between(then, now, ratio) {
  const [first, last] = [then, now].map(([x, y, width, height]) => {
    const scale = Math.min(ratio / width, 1 / height)
    return { scale, x: (ratio - scale * width) / 2 - scale * x, y: (1 - scale * height) / 2 - scale * y }
  })
  const scale = first.scale / last.scale
  return { scale, x: (first.x - last.x) / last.scale, y: (first.y - last.y) / last.scale }
}

/** The newest stroke of a drawing: its name and place, and the earlier strokes of its five. */
export function newest(last, layout) {
  const [, letter, strokes] = last.name.match(/^([a-dx-z])(\d)$/) ?? []
  if (letter) {
    const under = strokes > 1 ? [item(letter + (strokes - 1), last.x, last.y)] : []
    return { name: letter + strokes, x: last.x, y: last.y, under }
  }
  const five = layout.lastOf(last)
  const under = [five.before, item(`${five.letter}4`, five.x, five.y)].filter(Boolean)
  return { name: `${five.letter}5`, x: five.x, y: five.y, under }
}

/** A stroke that completes no group. */
function stroke(scene, { geometry, layout, old, now, pose }) {
  const fresh = newest(now.at(-1), layout), hasMoved = pose !== still
  const keys = items => new Set(items.map(use))
  const others = now.slice(0, -1), under = keys(fresh.under), before = keys(old), after = keys(others)
  const stays = others.filter(other => !hasMoved && before.has(use(other)))
  const comes = others.filter(other => hasMoved || !before.has(use(other)))
  const goes = old.filter(other => hasMoved || !after.has(use(other)) && !under.has(use(other)))
  scene.add([...stays, ...fresh.under].map(use).join(""))
  makeWay(scene, geometry, goes, comes, pose)
  const isBar = fresh.name.endsWith("5") || /^[xyz][13]$/.test(fresh.name)
  scene.write(use(item(`${fresh.name}s`, fresh.x, fresh.y)), fresh.name.endsWith("5") ? across(0, 300) : isBar ? across(0, 160) : down(0, 160))
}

/** Moves completed groups to their place, in 240 milliseconds. */
function makeWay(scene, geometry, goes, comes, pose) {
  const arrived = new Set()
  const waiting = comes.map(other => [other, scene.add(use(other))])
  for (const other of goes) {
    const from = { scale: pose.scale, x: pose.scale * other.x + pose.x, y: pose.scale * other.y + pose.y }
    const [same, place] = waiting.find(([{ name }]) => name === other.name) ?? []
    const [, filed] = waiting.find(([{ name }]) => /^f\d$/.test(name)) ?? []
    if (same) {
      // The same drawing at another place: it moves there itself.
      arrived.add(place)
      scene.move(place, fade(0, 1, 239, 240))
      scene.add(use({ ...other, x: 0, y: 0 }), glide(from, { x: same.x, y: same.y, scale: 1 }, 0, 240))
    } else if (/^[ABC]$/.test(other.name) && filed !== undefined) {
      const [x, pitch, hundredths] = geometry.filed
      const goal = { x, y: geometry.padding[1] + pitch * "ABC".indexOf(other.name), scale: hundredths / 100 }
      scene.add(use({ ...other, x: 0, y: 0 }), glide(from, goal, 0, 240), fade(1, 0, 200, 240))
    } else if (/^[HKMN]$/.test(other.name) && waiting.length > 0) {
      const part = scene.add(posed(use(other), pose), fade(1, other.name === "H" ? 1 : 0, 80, 240))
      scene.move(part, become(part, waiting[0][1], 0, 240))
    } else if (/^f\d$/.test(other.name)) {
      scene.add(use(other))
    } else {
      scene.add(posed(use(other), pose), fade(1, 0, 0, 160))
    }
  }
  for (const [, part] of waiting) if (!arrived.has(part)) scene.move(part, fade(0, 1, 120, 240))
}
