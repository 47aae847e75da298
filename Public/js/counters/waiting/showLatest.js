// Shows on a page that was kept what the server has said of its counters since.
import { cardOf, reckoningOf, show } from "../cards.js"
import { latestCounts } from "../../sync/storage/latestCounts.js"

function showLatest() {
  for (const [counter, { count, ...said }] of latestCounts()) {
    const card = cardOf(counter), reckoning = card && reckoningOf(card)
    if (!reckoning || said.revision <= reckoning.confirmed.revision) continue
    reckoning.beginWith({ ...said, count: BigInt(count) })
    show(card)
  }
}
// A list that is brought to a counter's page may be a kept one, too.
document.addEventListener("fivebar-refreshed", showLatest)
showLatest()
