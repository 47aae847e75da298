// The arrow keys switch between the tutorial's pages, like its links.
const ways = { ArrowLeft: "prev", ArrowRight: "next" }

document.addEventListener("keydown", event => {
  const way = ways[event.key]
  if (!way || event.repeat || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (document.querySelector("dialog[open]")) return
  document.querySelector(`a[rel="${way}"]`)?.click()
})
