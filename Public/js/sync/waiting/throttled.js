// Has what is drawn after each of many changes be drawn once for all, and so seldom that nine tenths of the time are left
// for fingers; but never more than some seconds later.

/** @param {() => void | Promise<void>} draw @param {number} least how long it waits, in milliseconds @returns {() => void} */
export function throttled(draw, least) {
  let waits = false, took = 0
  return () => {
    if (waits) return
    waits = true
    setTimeout(async () => {
      waits = false
      const begun = performance.now()
      await draw()
      took = performance.now() - begun
    }, Math.max(least, Math.min(9 * took, 5_000)))
  }
}
