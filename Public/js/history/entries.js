// Taking an entry back, or back in again, waits where the server cannot be reached; until then it is drawn as it will be.
import { nameOf } from "../sync/stamp.js"
import { drawWaiting } from "../sync/waiting/list.js"

const address = /\/counters\/([^/]+)\/entries\/(\d+)\/void$/

document.addEventListener("fivebar-in-place", ({ target, detail }) => {
  const [, counter, entry] = address.exec(new URL(target.action).pathname) ?? []
  if (entry) detail.operation = { kind: "void", change: { counter: nameOf(counter), entry: Number(entry), void: target.querySelector("button").value === "yes" } }
})

drawWaiting(({ kind, change }) => {
  if (kind !== "void") return
  const { action } = document.querySelector(`#entry-${change.entry} form`) ?? {}
  if (address.exec(action)?.[1] === String(change.counter)) document.getElementById(`entry-${change.entry}`).classList.toggle("entry--void", change.void)
}, () => {})
