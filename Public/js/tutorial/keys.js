// The arrow keys turn the pages of the tutorial, as its links do.
const ways = { ArrowLeft: "prev", ArrowRight: "next" }

document.addEventListener("keydown", event => {
  const way = ways[event.key]
  if (!way || event.repeat || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (document.querySelector("dialog[open]")) return
  document.querySelector(`a[rel="${way}"]`)?.click()
})
