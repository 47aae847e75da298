// What the trash draws of a counter whose deletion waits: what its card shows.

/** @param {HTMLElement} card */
export function trashed(card) {
  const { count, style } = card.dataset, [, color] = /\bcolor-(\d)/.exec(card.className) ?? [, 0]
  return { title: card.querySelector("[data-name]").textContent, count, style, color: Number(color) }
}
