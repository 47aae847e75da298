// On the page of a share link: copies the link, and hands it to the device's own way of sending.
// A button is shown only where what it says can be done; without any of them the link stands in a field, to be copied
// by hand.
const field = document.querySelector("[data-share-link]")
const copy = document.querySelector("[data-share-copy]")
const send = document.querySelector("[data-share-send]")
const told = document.querySelector("[data-share-told]")

async function copyLink() {
  told.textContent = ""
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    // Over plain HTTP a page has no such clipboard, only the old command. Where that fails, too, the link is selected.
    field.focus()
    field.select()
    if (!document.execCommand("copy")) return
    copy.focus()
  }
  told.textContent = told.dataset.shareTold
}

field.addEventListener("focus", () => field.select())
copy.addEventListener("click", copyLink)
copy.hidden = false

if (navigator.share) {
  // Who thinks better of it has not met with an error.
  send.addEventListener("click", () => {
    navigator.share({ title: send.dataset.shareSend, url: field.value }).catch(() => {})
  })
  send.hidden = false
}
