// The button below a recovery link or recovery codes copies them: they are shown for a few minutes only. Codes are printed,
// too. Their page may be drawn anew.
import { say } from "../shell/announce.js"
import { copy } from "../shell/clipboard/copy.js"

document.addEventListener("click", async ({ target }) => {
  if (target.closest("[data-print]")) return print()
  const button = target.closest("[data-copy]")
  if (!button || !await copy(document.getElementById(button.dataset.copy))) return
  button.focus()
  // Beside the buttons, for eyes; a page that is drawn anew leaves it there.
  document.querySelector("[data-copied]")?.remove()
  const told = Object.assign(document.createElement("span"), { className: "hint", textContent: button.dataset.wordsCopied })
  Object.assign(told.dataset, { added: "", copied: "" })
  button.parentElement.append(told)
  say(() => told.textContent)
})
