// Says at the end of a page, in words and a sign, whether everything is saved, and leads to the page of what waits. It
// stands still, and is not read out: what changes is said where a thumb is.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { load } from "../../shell/load.js"
import { at, isOfForms } from "../stamp.js"

const { wordsDone, wordsNewer, wordsOffline, wordsSyncing, wordsWaiting = "" } = document.body.dataset, main = document.getElementById("content")
const link = Object.assign(document.createElement("a"), { href: at("waiting") })
const line = Object.assign(document.createElement("p"), { className: "sync-rest" })
// A page that is drawn anew leaves it where it is.
line.dataset.added = ""
line.append(link)

const told = document.querySelector("[data-sync]")
/** As the line where a thumb is says it, which may have begun before. */
let now = { state: told.dataset.state || (navigator.onLine === false ? "offline" : ""), said: told.textContent }
/** How much forms have left that is not saved yet: that line does not know of it. */
let left = 0

function show() {
  const isAtRest = !now.state || now.state === "done", isWhole = isAtRest && left === 0
  const words = isWhole ? wordsDone : isAtRest ? wordsSyncing : now.said || wordsOffline
  line.dataset.state = isWhole ? "done" : isAtRest ? "syncing" : now.state
  // Otherwise it says already how many operations wait.
  link.textContent = left > 0 && [wordsSyncing, wordsOffline].includes(words) ? `${words} ${howMany()}` : words
  // Read twice, it would seem to be about two things.
  line.toggleAttribute("data-said", link.textContent === now.said)
}

const howMany = () => wordsWaiting.replace("{number}", () => new Intl.NumberFormat(document.documentElement.lang).format(left))

document.addEventListener("fivebar-state", ({ detail }) => { now = detail; show() })
show()

document.addEventListener("fivebar-newer", () => { if (line.childElementCount === 1) line.append(" ", Object.assign(document.createElement("span"), { textContent: wordsNewer })) })

async function count() {
  try {
    const isLeft = Object.keys(localStorage).some(isOfForms)
    left = isLeft ? (await load("./forms.js", import.meta.url)).leftForms().length : 0
    show()
  } catch {
    // Without storage nothing was left.
  }
}
document.addEventListener("fivebar-left", count)
// Not for each tap of another window.
addEventListener("storage", ({ key }) => { if (!key || isOfForms(key)) count() })
count()

// Without its style it would be in the way.
addStylesheet("sync/status").then(isThere => { if (isThere) main.append(line) })
