// Calls a time zone what readers of the page's language call it: browsers know these names, and the server only
// identifiers. Contains no texts.

/** @param {ParentNode} place in which a zone is shown, by what has its identifier as data-zone, or as data-zone-of-device if
    it is not the one of this page */
export function nameZones(place) {
  for (const sentence of place.querySelectorAll("[data-zone], [data-zone-of-device]")) nameZone(sentence)
}

// Those of a page that is drawn anew.
document.addEventListener("fivebar-redrawn", () => nameZones(document))

function nameZone(sentence) {
  const timeZone = sentence.dataset.zone ?? sentence.dataset.zoneOfDevice, shown = timeZone.replaceAll("_", " ")
  if (sentence.firstElementChild || !sentence.textContent.includes(shown)) return
  try {
    const parts = new Intl.DateTimeFormat(document.documentElement.lang, { timeZone, timeZoneName: "longGeneric" }).formatToParts()
    const name = parts.find(({ type }) => type === "timeZoneName").value
    // Without a name browsers say how far from Greenwich it is. One with the identifier in it would be replaced again.
    if (/^(GMT|UTC)/.test(name) || name.includes(shown)) return
    sentence.textContent = sentence.textContent.replace(shown, () => name)
  } catch {
    // An older browser, or a zone it does not know: the identifier stays.
  }
}
