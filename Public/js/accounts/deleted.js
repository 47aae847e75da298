// An account that was deleted takes along what still waited to be sent, and what was typed and not saved: the counters
// of the next one have the same numbers, and must not get it.
try {
  for (const key of Object.keys(localStorage)) if (/^fivebar-(operation|draft)-/.test(key)) localStorage.removeItem(key)
} catch {
  // Without storage nothing waited.
}
