// One window of a browser sends for all of them. Knows not what.

/** How long to wait for another window's turn to end, in milliseconds. */
const endsWithin = 8_000

/** Does the work while no other window does, but does not wait for one that was suspended: ids make that safe.
    @param {string} name of the turn @param {() => Promise<void>} work
    @param {number} quickEnough in milliseconds @param {() => void} tell called if it takes longer until it begins */
export async function inTurn(name, work, quickEnough, tell) {
  if (!navigator.locks) return work()
  let isBegun = false
  const slow = setTimeout(tell, quickEnough)
  const begin = () => { isBegun = true; clearTimeout(slow); return work() }
  await navigator.locks.request(name, { signal: AbortSignal.timeout?.(endsWithin) }, begin).catch(() => isBegun || begin())
}
