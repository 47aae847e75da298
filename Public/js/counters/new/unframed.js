// Whoever touches sees no frame around what a script, or the page's address, has given the focus, until they use keys. Browsers
// draw one where something was typed before.

/** @param {HTMLElement} element */
export function unframe(element) {
  if (!matchMedia("(pointer: coarse)").matches) return
  element.dataset.unframed = ""
  for (const name of ["blur", "keydown"]) element.addEventListener(name, () => { delete element.dataset.unframed }, { once: true })
}
