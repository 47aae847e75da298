// Offers the choice of a number on the app's icon, in a browser that can show one.
// The page asks for it before it is painted, so that nothing moves.

/** @param {ParentNode} place where the settings are */
export function offer(place) {
  if (!("setAppBadge" in navigator)) return
  for (const choice of place.querySelectorAll("[data-badge-choice]")) choice.hidden = false
}

offer(document)
document.addEventListener("fivebar-redrawn", () => offer(document))
