// On a share link's page: copies the link, or opens the device's share dialog where there is one. Without a script, the link
// is in a field, to be copied by hand.
import { copy } from "../shell/clipboard/copy.js"

const field = document.querySelector("[data-share-link]")
const copyButton = document.querySelector("[data-share-copy]")
const sendButton = document.querySelector("[data-share-send]")
const told = document.querySelector("[data-share-told]")

async function copyLink() {
  told.textContent = ""
  if (!await copy(field)) return
  copyButton.focus()
  told.textContent = told.dataset.shareTold
}

field.addEventListener("focus", () => field.select())
copyButton.addEventListener("click", copyLink)

if (navigator.share) {
  // Cancelling is not an error.
  sendButton.addEventListener("click", () => {
    navigator.share({ title: sendButton.dataset.shareSend, url: field.value }).catch(() => {})
  })
  sendButton.hidden = false
}
