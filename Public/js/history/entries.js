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
  const entry = document.getElementById(`entry-${change.entry}`), form = entry?.querySelector("form")
  if (address.exec(form?.action)?.[1] === String(change.counter)) drawVoid(entry, form.querySelector("button"), change.void)
}, () => {})

/** As the server's row is, whose button does the opposite. */
function drawVoid(entry, button, isVoid) {
  const { wordsVoid, wordsUnvoid, wordsIsVoid } = document.querySelector("[data-words-is-void]").dataset
  entry.classList.toggle("entry--void", isVoid)
  button.value = isVoid ? "no" : "yes"
  button.textContent = isVoid ? wordsUnvoid : wordsVoid
  const delta = entry.querySelector("summary > .history-delta"), struck = delta.querySelector("s")
  if (isVoid === Boolean(struck)) return
  const parts = Array.from((struck ?? delta).childNodes)
  if (struck) return delta.replaceChildren(...parts)
  const line = document.createElement("s")
  line.append(...parts)
  delta.replaceChildren(line, " ", Object.assign(document.createElement("span"), { className: "hidden", textContent: wordsIsVoid }))
}
