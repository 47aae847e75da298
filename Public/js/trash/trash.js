// Where the server cannot be reached, restoring a counter from the trash waits, and the list of counters shows it.
import { nameOf } from "../sync/stamp.js"
import { drawWaiting } from "../sync/waiting/list.js"

const rowOf = name => document.querySelector(`[data-in-trash="${CSS.escape(String(name))}"]`)

document.addEventListener("fivebar-in-place", ({ target, detail }) => {
  const row = target.closest("[data-in-trash]")
  if (!row) return
  const { inTrash, count, style, color } = row.dataset
  const drawn = { title: row.querySelector(".row-name").textContent, count, style, color: Number(color) }
  detail.operation = { kind: "restoreCounter", change: { counter: nameOf(inTrash) }, drawn }
})

drawWaiting(({ kind, change }) => {
  if (kind !== "restoreCounter") return
  const row = rowOf(change.counter), next = row?.nextElementSibling ?? row?.previousElementSibling
  const hadFocus = row?.contains(document.activeElement)
  row?.remove()
  if (hadFocus) (next?.querySelector("button") ?? document.getElementById("content")).focus()
}, () => {})
