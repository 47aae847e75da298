// Lets one window of a browser work at a time.

/** How long to wait for another window's turn to end, in milliseconds. */
const endsWithin = 8_000

/** Does the work while no other window does, but does not wait for one that was suspended: ids make that safe.
    @param {string} name the same in each window @param {() => Promise<void>} work
    @param {number} soon in milliseconds @param {() => void} tellWaiting called if the turn has not come by then */
export async function inTurn(name, work, soon, tellWaiting) {
  if (!navigator.locks) return work()
  let isBegun = false
  const late = setTimeout(tellWaiting, soon)
  const begin = () => { isBegun = true; clearTimeout(late); return work() }
  await navigator.locks.request(name, { signal: AbortSignal.timeout?.(endsWithin) }, begin).catch(() => isBegun || begin())
}
