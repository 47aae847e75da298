// A tap on the title folds a card to its bar, or unfolds it, at once; the server is told afterwards.
// Where telling fails the form goes the plain way.
const queues = new WeakMap()

document.addEventListener("submit", event => {
  const form = event.target
  if (!form.matches("[data-collapse]")) return
  event.preventDefault()

  const card = form.closest("[data-counter]")
  const wish = form.elements.collapsed
  const asked = wish.value
  const isCollapsed = asked === "yes"
  card.classList.toggle("card--collapsed", isCollapsed)
  form.querySelector("[aria-expanded]").setAttribute("aria-expanded", String(!isCollapsed))
  wish.value = isCollapsed ? "no" : "yes"

  // One at a time: two quick taps must reach the server in their order.
  const turn = (queues.get(form) ?? Promise.resolve()).then(() => tell(form, asked))
  queues.set(form, turn)
  card.dataset.folding = ""
  turn.then(isTold => {
    if (queues.get(form) !== turn) return
    delete card.dataset.folding
    if (isTold) return
    wish.value = asked
    form.submit()
  })
})

async function tell(form, collapsed) {
  try {
    const response = await fetch(form.getAttribute("action"), {
      method: "POST",
      keepalive: true,
      redirect: "manual",
      body: new URLSearchParams({ collapsed }),
    })
    return response.ok || response.type === "opaqueredirect"
  } catch {
    return false
  }
}
