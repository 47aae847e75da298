// Says at the end of a page, in words and a sign, whether everything is saved, and leads to the page of what waits. It
// stands still, and is not read out: what changes is said where a thumb is.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { load } from "../../shell/load.js"
import { isKey, partsOf } from "../queue.js"
import { account, at, isOfForms } from "../stamp.js"
import { noted } from "../storage/moved.js"

const { wordsDone, wordsNewer, wordsOffline, wordsSyncing, wordsWaiting = "" } = document.body.dataset, main = document.getElementById("content")
const link = Object.assign(document.createElement("a"), { href: at("waiting") })
const line = Object.assign(document.createElement("p"), { className: "sync-rest" })
// A page that is drawn anew leaves it where it is.
line.dataset.added = ""
line.append(link)

const told = document.querySelector("[data-sync]")
/** As the line where a thumb is says it, which may have begun before. */
let now = { state: told.dataset.state || (navigator.onLine === false ? "offline" : ""), said: told.textContent }
/** How much forms have left that is not saved yet, and what waits for other accounts: that line does not know of it. */
let left = 0, others = 0, wordsOthers = wordsWaiting

function show() {
  // What is not sent for the moment, such as because another account is open by now.
  const held = Number(document.body.dataset.held ?? 0)
  // What is said there by itself, such as before the sender comes, or of what the server could not be asked.
  const { textContent: said } = told, { wordsTrying, wordsUnreachable } = document.body.dataset
  const isCut = said !== "" && [wordsTrying, wordsUnreachable].includes(said)
  const isAtRest = !isCut && (!now.state || now.state === "done"), isWhole = isAtRest && left + held + others === 0
  const words = isCut ? said : !isAtRest ? now.said || wordsOffline : left > 0 ? wordsSyncing : isWhole ? wordsDone
    : held > 0 ? howMany(held) : howMany(others, wordsOthers)
  line.dataset.state = isWhole ? "done" : isCut ? "trying" : !isAtRest ? now.state : left > 0 ? "syncing" : "offline"
  // Otherwise it says already how many operations wait.
  link.textContent = left > 0 && [wordsSyncing, wordsOffline].includes(words) ? `${words} ${howMany(left)}` : words
  // Read twice, it would seem to be about two things.
  line.toggleAttribute("data-said", isCut || link.textContent === now.said)
}

const howMany = (number, sentence = wordsWaiting) =>
  sentence.replace("{number}", () => new Intl.NumberFormat(document.documentElement.lang).format(number))

document.addEventListener("fivebar-state", ({ detail }) => { now = detail; show() })
new MutationObserver(show).observe(told, { childList: true })
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

const isOfOthers = key => isKey(key) && ![undefined, "", account].includes(partsOf(key)?.account)
/** Others may have thousands waiting, so that is not done for each of them. */
let counting
async function countOthers() {
  counting = undefined
  try {
    const isAny = noted() === "1" || Object.keys(localStorage).some(isOfOthers)
    const found = isAny ? await load("../storage/others.js", import.meta.url) : undefined
    others = await found?.numberOfOthers() ?? 0
    // Nor does the line where a thumb is say that all is well.
    document.body.dataset.wordsDone = others > 0 ? "" : wordsDone
    show()
    if (others === 0) return
    wordsOthers = await found.wordsForOthers() ?? wordsWaiting
    show()
  } catch {
    // Without storage nothing waits, and without a network its number is said all the same.
  }
}
document.addEventListener("fivebar-left", countOthers)
// Not for each tap of another window.
addEventListener("storage", ({ key }) => {
  if (!key || isOfForms(key)) count()
  if (!key || isOfOthers(key)) counting ??= setTimeout(countOthers, 300)
})
count()
countOthers()

// Without its style it would be in the way.
addStylesheet("sync/status").then(isThere => { if (isThere) main.append(line) })
