// Says at the end of a page, in words and a sign, whether everything is saved, and leads to the page of what waits. It
// stands still, and is not read out: what changes is said where a thumb is.
const { wordsDone, wordsOffline } = document.body.dataset, main = document.getElementById("content")
/** This file is at assets/<build>/js/sync/waiting below the site's base path. */
const address = new URL("../../../../../waiting", import.meta.url).href

const link = Object.assign(document.createElement("a"), { href: address })
const line = Object.assign(document.createElement("p"), { className: "sync-rest" })
// A page that is drawn anew leaves it where it is.
line.dataset.added = ""
line.append(link)

function show(state, said) {
  line.dataset.state = state || "done"
  link.textContent = said || wordsDone
}

document.addEventListener("fivebar-state", ({ detail: { state, said } }) => show(state, said))
const isOffline = navigator.onLine === false
show(isOffline ? "offline" : "done", isOffline ? wordsOffline : wordsDone)
const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../../../css/status.css", import.meta.url).href })
// Without its style it would be in the way.
sheet.onload = () => main.append(line)
document.head.append(sheet)
