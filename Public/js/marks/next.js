// What a tap would add to a drawing, by itself and where it will stand.
import { layouts, learn, provide } from "./marks.js"
import { newest } from "./motion.js"
import { item, svg, use } from "./use.js"

/**
 * @param {string} style @param {bigint} count @param {bigint} step
 * @param {string[]} frames @returns {Promise<string>} a drawing for each frame
 */
export async function next(style, count, step, frames) {
  const after = count + step
  await learn(style, after)
  provide(style, after)
  return frames.map(frame => {
    const isTall = frame === "tall", window = number => layouts[style].window(number, isTall)
    const old = layouts[style].items(count, isTall), now = layouts[style].items(after, isTall)
    // A stroke that completes something is written before the rest makes way.
    if (step === 1n && layouts[style].closes(after)) return svg({ window: window(count), frame, content: stroke(closing(old.at(-1))) })
    if (step === 1n) return svg({ window: window(after), frame, content: stroke(newest(now.at(-1), layouts[style])) })
    const there = new Set(old.map(use))
    return svg({ window: window(after), frame, content: now.map(use).filter(mark => !there.has(mark)).join("") })
  }).join("")
}

const closing = ({ name, x, y }) => ({ name: `${name[0]}5`, x, y })
const stroke = ({ name, x, y }) => use(item(`${name}s`, x, y))
