// Where the server cannot be reached, restoring a counter from the trash waits, and the list of counters shows it; and what
// waits to be deleted is in the trash already.
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

/** Puts a counter at the top, as the server would. */
function add(counter, { title, count, style, color }) {
  const list = document.getElementById("trash") ?? begin(), row = document.importNode(document.querySelector("[data-trash-row]").content.firstElementChild, true)
  const form = row.querySelector("form"), button = form.querySelector("button")
  row.id = `counter-${counter}`
  Object.assign(row.dataset, { inTrash: counter, count, style, color })
  row.querySelector(".chip-card").classList.add(`color-${color}`)
  row.querySelector(".row-name").textContent = title
  row.querySelector(".row-count").textContent = new Intl.NumberFormat(document.documentElement.lang).format(BigInt(count))
  form.action = form.action.replace("/counters/0/", () => `/counters/${counter}/`)
  button.setAttribute("aria-label", button.getAttribute("aria-label").replace("%@", () => title))
  list.prepend(row)
}

/** An empty trash says only that it is so. */
function begin() {
  const empty = document.querySelector("#content > .problem"), parts = document.importNode(document.querySelector("[data-trash-list]").content, true)
  const list = parts.querySelector("ul")
  empty.replaceWith(parts)
  return list
}

drawWaiting(({ kind, change, drawn }) => {
  if (kind === "deleteCounter" && drawn && !rowOf(change.counter)) add(change.counter, drawn)
  if (kind !== "restoreCounter") return
  const row = rowOf(change.counter), next = row?.nextElementSibling ?? row?.previousElementSibling
  const hadFocus = row?.contains(document.activeElement)
  row?.remove()
  if (hadFocus) (next?.querySelector("button") ?? document.getElementById("content")).focus()
}, () => {})
