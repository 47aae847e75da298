// What the server last said of the counters that were counted here: a page that the service worker has kept may be older, and
// nobody should see a count go back because the network is away. Of those that have changed last.
import { account, named } from "../stamp.js"

/** Under the name that it has in browsers already. */
const name = named(`heard-${account ?? ""}`), newcomers = named("heard-")
const most = 100

/** @typedef {{ count: string, revision: number, formattedCount: string, label: string }} LatestCount */

/** @returns {Map<string, LatestCount>} by counter */
export function latestCounts() {
  try {
    const all = new Map(JSON.parse(localStorage.getItem(name)))
    return name === newcomers ? all : takeOverNewcomers(all)
  } catch {
    return new Map()
  }
}

/** What was counted before there was an account belongs to the first one that is open here. */
function takeOverNewcomers(all) {
  const left = localStorage.getItem(newcomers)
  for (const [counter, said] of left ? JSON.parse(left) : []) if (!(all.get(counter)?.revision > said.revision)) all.set(counter, said)
  if (left) localStorage.setItem(name, JSON.stringify(Array.from(all)))
  localStorage.removeItem(newcomers)
  return all
}

/** Notes what answers say, in order. What is older than what was noted is not: an answer that was lost comes again as it was. But
    where the server's own revision has gone back, its database was restored, and it is right.
    @param {(LatestCount & { counter?: number, saidAt?: number, asOf?: number })[]} states */
export function noteCounts(states) {
  const all = latestCounts()
  for (const { counter, count, revision, saidAt = revision, asOf = saidAt, formattedCount, label } of states) if (count !== undefined) {
    const noted = all.get(String(counter))?.revision
    if (noted > saidAt && noted <= asOf) continue
    all.set(String(counter), { count: String(count), revision: saidAt, formattedCount, label })
  }
  // A whole list tells of many that have not changed for long: a kept page has them.
  const latest = Array.from(all).sort(([, one], [, other]) => one.revision - other.revision).slice(-most)
  // Without room the kept pages say what they can.
  try { localStorage.setItem(name, JSON.stringify(latest)) } catch { /* nothing is noted */ }
}
