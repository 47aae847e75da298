// Shows on a page that was kept what the server has said of its counters since.
import { cardOf, reckoningOf, show } from "../cards.js"
import { heard } from "../../sync/storage/heard.js"

function showHeard() {
  for (const [counter, { count, ...said }] of heard()) {
    const card = cardOf(counter), reckoning = card && reckoningOf(card)
    if (!reckoning || said.revision <= reckoning.confirmed.revision) continue
    reckoning.beginWith({ ...said, count: BigInt(count) })
    show(card)
  }
}
// A list that is brought to a counter's page may be a kept one, too.
document.addEventListener("fivebar-refreshed", showHeard)
showHeard()
