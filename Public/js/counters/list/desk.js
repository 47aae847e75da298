// What the list has at a desk, each loaded when it is first needed.

// Forward may lead to a counter that was open beside the list before that was loaded anew.
addEventListener("popstate", () => import("./beside.js").then(({ follow }) => follow(), () => location.reload()))

if (matchMedia("(hover: hover) and (pointer: fine)").matches) {
  document.addEventListener("pointerover", event => import("../card/hover.js").then(({ enter }) => enter(event), () => {}), { once: true })
}
