// Shows the badge setting in a browser that supports badges. The page loads this before the first paint, so that
// nothing moves.

/** @param {ParentNode} place that contains the settings */
export function offer(place) {
  if (!("setAppBadge" in navigator)) return
  for (const choice of place.querySelectorAll("[data-badge-choice]")) choice.hidden = false
}

offer(document)
document.addEventListener("fivebar-redrawn", () => offer(document))
