// A card is drawn only in view (content-visibility), and one that was just put in its place counts as out of view until
// the next frame: a press in between would reach the card and none of its buttons. So it is drawn at once until then.
const list = document.querySelector("[data-counters]")

if (list) {
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) {
      for (const card of addedNodes) {
        if (card.nodeType !== Node.ELEMENT_NODE) continue
        card.style.contentVisibility = "visible"
        requestAnimationFrame(() => { card.style.contentVisibility = "" })
      }
    }
  }).observe(list, { childList: true })
}
