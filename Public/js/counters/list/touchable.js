// A press right after a card was put in its place must find its buttons, although the next frame is yet to come.
const list = document.querySelector("[data-counters]")

if (list) {
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) {
      for (const card of addedNodes) {
        if (card.nodeType !== Node.ELEMENT_NODE) continue
        // Drawn only in view, it would count as out of view until that frame, and none of its buttons could be hit.
        card.style.contentVisibility = "visible"
        requestAnimationFrame(() => { card.style.contentVisibility = "" })
      }
    }
    // Firefox looks for what is under a finger in the last layout, in which the card is not: this makes one.
    list.getBoundingClientRect()
  }).observe(list, { childList: true })
}
