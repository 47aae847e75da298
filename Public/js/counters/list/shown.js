// A home page that was opened to show one card becomes an ordinary one: the frame goes after a while,
// and once a card is folded here, the address asks for none to be open.
const list = document.querySelector("[data-showing]")
setTimeout(() => { delete list.dataset.showing }, 5_000)

document.addEventListener("submit", event => {
  if (event.submitter?.matches("[data-collapse]")) history.replaceState(null, "", location.pathname)
})
