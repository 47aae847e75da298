// On a share link's page: copies the link, or opens the device's share dialog. A button is shown only if its function
// is available; otherwise the link is in a field, to be copied by hand.
import { copy as copied } from "../shell/clipboard/copy.js"

const field = document.querySelector("[data-share-link]")
const copy = document.querySelector("[data-share-copy]")
const send = document.querySelector("[data-share-send]")
const told = document.querySelector("[data-share-told]")

async function copyLink() {
  told.textContent = ""
  if (!await copied(field)) return
  copy.focus()
  told.textContent = told.dataset.shareTold
}

field.addEventListener("focus", () => field.select())
copy.addEventListener("click", copyLink)
copy.hidden = false

if (navigator.share) {
  // Cancelling is not an error.
  send.addEventListener("click", () => {
    navigator.share({ title: send.dataset.shareSend, url: field.value }).catch(() => {})
  })
  send.hidden = false
}
