// On the page of what was changed last, an undo waits where the server cannot be reached, and is drawn as what it will be. The
// server's rows take its place once it has answered.
import { drawWaiting } from "../sync/waiting/list.js"

const fieldOf = operation => document.querySelector(`.change input[name=undo][value="${CSS.escape(operation)}"]`)

document.addEventListener("fivebar-in-place", ({ target, detail }) => {
  const { undo } = target.elements
  if (undo) detail.operation = { kind: "undo", change: { operation: undo.value } }
})

drawWaiting(({ kind, change }) => {
  const form = kind === "undo" ? fieldOf(change.operation)?.form : undefined
  if (form && !form.hidden) turn(form)
}, () => {})

/** What was undone is done again by an undo of that. @param {HTMLFormElement} form of a change */
function turn(form) {
  const [name] = form.parentElement.children, details = name.querySelector(".row-count"), done = name.querySelector("s")
  const undone = ` · ${document.querySelector("[data-words-undone]").dataset.wordsUndone}`
  const next = form.closest("li").nextElementSibling ?? form.closest("li").previousElementSibling, hadFocus = form.contains(document.activeElement)
  if (done) {
    done.replaceWith(...done.childNodes)
    details.textContent = details.textContent.replace(undone, "")
  } else {
    const line = document.createElement("s")
    line.append(name.firstChild)
    name.prepend(line)
    details.append(undone)
  }
  form.hidden = true
  if (hadFocus) (next?.querySelector("form:not([hidden]) button") ?? document.getElementById("content")).focus()
}
