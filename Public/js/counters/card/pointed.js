// What a field shows a pointer that hovers over it is loaded with the first; fingers do not hover.
if (matchMedia("(hover: hover) and (pointer: fine)").matches) {
  document.addEventListener("pointerover", event => import("./hover.js").then(({ enter }) => enter(event), () => {}), { once: true })
}
