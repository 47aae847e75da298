// The animations of a drawing: parts with their motions, played forwards, or backwards in half the time. Knows strokes
// and places, but not what they count.

/** @typedef {{x: number, y: number, scale: number}} Pose */
/** @typedef {{frames: Keyframe[] | PropertyIndexedKeyframes | ((groups: SVGGElement[]) => PropertyIndexedKeyframes), from: number, to: number, easing?: string}} Motion
    from and to in milliseconds */

const easeOut = "cubic-bezier(0.2, 0.7, 0.3, 1)"
/** Handwriting slows down only at the end of a stroke. */
const asWritten = "cubic-bezier(0.3, 0.35, 0.6, 1)"
export const still = { x: 0, y: 0, scale: 1 }

const transform = ({ x, y, scale }) => `translate(${x}px, ${y}px) scale(${scale})`
/** A part that is not where it was drawn. @param {string} markup @param {Pose} pose */
export const posed = (markup, { x, y, scale }) => `<g transform="translate(${x} ${y})scale(${scale})">${markup}</g>`

// Clips for strokes being drawn. The margins include what extends beyond the box.
/** A downward stroke, like uprights. @returns {Motion} */
export const down = (from, to) =>
  ({ frames: { clipPath: ["inset(-5% -50% 105% -50%)", "inset(-5% -50% -5% -50%)"] }, from, to, easing: asWritten })
/** A stroke to the right, like slashes and bars. @returns {Motion} */
export const across = (from, to) =>
  ({ frames: { clipPath: ["inset(-50% 105% -50% -5%)", "inset(-50% -5% -50% -5%)"] }, from, to, easing: asWritten })
/** @returns {Motion} */
export const fade = (first, last, from, to) => ({ frames: { opacity: [first, last] }, from, to, easing: "linear" })
/** Visible, or not, from a moment on. @returns {Motion} */
export const cut = (isThere, at) => fade(isThere ? 0 : 1, isThere ? 1 : 0, at, at + 1)
/** @param {Pose} first @param {Pose} last @returns {Motion} */
export const glide = (first, last, from, to) => ({ frames: { transform: [transform(first), transform(last)] }, from, to })
/** A heavy stroke: half again as broad when it lands. @returns {Motion} */
export const weigh = (from, to) => ({ frames: { strokeWidth: ["13px", "0px"] }, from, to, easing: "ease-in" })

/** Makes one part cover what another one shows. @returns {Motion} */
export const become = (part, other, from, to) => ({
  frames: groups => {
    const [box, goal] = [groups[part], groups[other]].map(group => group.getBBox())
    // What is not drawn, such as the other frame's drawing, has no size.
    const scale = goal.width / box.width || 1
    const pose = { scale, x: goal.x - scale * box.x, y: goal.y + goal.height / 2 - scale * (box.y + box.height / 2) }
    return { transform: [transform(still), transform(pose)] }
  },
  from,
  to,
})

export class Scene {
  /** @type {{content: string | Scene, motions: Motion[], isNewest: boolean}[]} */
  #parts = []

  /**
   * Adds something on top.
   * @param {string | Scene} content
   * @param {Motion[]} motions each of another property
   * @returns {number} the index of the part
   */
  add(content, ...motions) {
    return this.#parts.push({ content, motions, isNewest: false }) - 1
  }

  /** Adds the newest mark. */
  write(content, ...motions) {
    return this.#parts.push({ content, motions, isNewest: true }) - 1
  }

  move(part, ...motions) {
    this.#parts[part].motions.push(...motions)
  }

  /** @param {boolean} isBack */
  markup(isBack) {
    return this.#parts.map(({ content, isNewest }) =>
      `<g${isNewest ? ` class="${isBack ? "leaving" : "fresh"}"` : ""}>${typeof content === "string" ? content : content.markup(isBack)}</g>`).join("")
  }

  /** When the last motion ends. */
  get end() {
    return Math.max(0, ...this.#parts.flatMap(({ content, motions }) => [content.end ?? 0, ...motions.map(({ to }) => to)]))
  }

  /**
   * Starts all animations, in an element with the markup.
   * @param {Element} place
   * @param {boolean} isBack
   * @returns {Promise[]} one for the end of each animation
   */
  play(place, isBack, end = this.end) {
    const groups = Array.from(place.children)
    // Measures everything before anything moves.
    const prepared = this.#parts.flatMap(({ motions }, part) => motions.map(({ frames, ...times }) =>
      ({ group: groups[part], frames: typeof frames === "function" ? frames(groups) : frames, ...times })))
    const inner = this.#parts.flatMap(({ content }, part) => typeof content === "string" ? [] : content.play(groups[part], isBack, end))
    return inner.concat(prepared.map(({ group, frames, from, to, easing = easeOut }) => {
      const animation = group.animate(frames, { delay: from, duration: to - from, endDelay: end - to, easing, fill: "both" })
      if (isBack) {
        animation.playbackRate = -2
        animation.currentTime = end
      }
      return animation.finished
    }))
  }
}
