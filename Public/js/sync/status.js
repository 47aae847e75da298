// Says in one line if taps are not saved, and leads to the page that lists them; once they are, that all is up to date.
// Then it is empty: what a page says at its end while all is well is rest.js's, which hears of it by "fivebar-state".
import { at } from "./stamp.js"

const place = document.querySelector("[data-sync]")
const words = document.body.dataset
const refusalLasts = 8_000, doneLasts = 3_000
/** A rising number is said once it rests, and a falling one now and then: screen readers read all of it. In milliseconds. */
const restsAfter = 700, nowAndThen = 2_000
/** How long no finger is down before what came is more than a picture, in milliseconds. */
const restsFor = 1_000
let rests, isFalling = false
let state = "", waiting = 0
let refusal
/** How long something may take before a word is said, in milliseconds, and what takes longer. @type {Set<Promise<unknown>>} */
const quickEnough = 5_000, slow = new Set()

function write() {
  const now = slow.size > 0 && ["", "done"].includes(state) ? "syncing" : state
  const said = { syncing: words.wordsSyncing, trying: words.wordsTrying, offline: words.wordsOffline, done: words.wordsDone }[now] ?? ""
  document.dispatchEvent(new CustomEvent("fivebar-state", { detail: { state: now, said: waiting > 0 ? `${said} ${howMany()}` : said } }))
  const [sentence, linked] = refusal ? refusal.path ? ["", refusal.sentence] : [refusal.sentence, ""]
    : said && waiting > 0 ? [`${said} `, howMany()] : [said, ""]
  if (!place) return
  bringToFront()
  if (place.textContent === sentence + linked) return
  if (linked && !place.querySelector("a")) letThrough()
  place.dataset.state = refusal ? "" : now
  place.replaceChildren(...sentence ? [sentence] : [])
  if (!linked) return
  const link = Object.assign(document.createElement("a"), { href: at(refusal?.path ?? "waiting"), textContent: linked })
  if (isFresh) link.style.pointerEvents = "none"
  place.append(link)
}

const stands = place?.parentElement, next = place?.nextSibling
/** Behind a dialog nobody would see or hear it. */
function bringToFront() {
  const dialog = Array.from(document.querySelectorAll("dialog[open]")).at(-1)
  if (place.parentElement === (dialog ?? stands)) return
  if (dialog) dialog.append(place)
  else stands.insertBefore(place, next?.parentNode === stands ? next : null)
  const link = place.querySelector("a")
  if (!link) return
  letThrough()
  link.style.pointerEvents = "none"
}
// One opens or closes, whoever does it.
if (place) new MutationObserver(bringToFront).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["open"] })

let rested, isFresh = false
/** A link that comes under a finger is none until the finger rests. */
function letThrough() {
  const startAgain = () => { clearTimeout(rested); rested = setTimeout(settle, restsFor) }
  const settle = () => {
    document.removeEventListener("pointerdown", startAgain, true)
    isFresh = false
    const link = place.querySelector("a")
    if (link) link.style.pointerEvents = ""
  }
  isFresh = true
  document.addEventListener("pointerdown", startAgain, true)
  startAgain()
}

const howMany = () => (words.wordsWaiting ?? "").replace("{number}", () => new Intl.NumberFormat(document.documentElement.lang).format(waiting))

let done
/** @param {"" | "syncing" | "trying" | "offline"} now @param {number} [number] how much is not saved yet */
export function tell(now, number = 0) {
  const isSame = now === state && waiting > 0 && number > 0, isOver = !now && number === 0 && state
  if (isOver === "done") return
  if (isSame && number === waiting) return isFalling || write()
  clearTimeout(done)
  if (isOver) done = setTimeout(() => { state = ""; write() }, doneLasts)
  state = isOver ? "done" : now
  const wasFalling = isFalling
  isFalling = isSame && number < waiting
  waiting = number
  if (isFalling && wasFalling) return
  clearTimeout(rests)
  if (!isSame) {
    place?.removeAttribute("aria-busy")
    return write()
  }
  // Seen at once; heard only once it rests, when the same words are put there again.
  if (!isFalling) {
    place?.setAttribute("aria-busy", "true")
    write()
  }
  rests = setTimeout(() => {
    isFalling = false
    write()
    beHeard()
  }, isFalling ? nowAndThen : restsAfter)
}

function beHeard() {
  if (!place?.hasAttribute("aria-busy")) return
  place.removeAttribute("aria-busy")
  if (!place.contains(document.activeElement)) place.replaceChildren(...place.childNodes)
}

/** Says that something is still under way, if that takes longer than people wait without a word: a server may take a request
    and never answer. @template T @param {Promise<T>} work that says itself what came of it @returns {Promise<T>} */
export async function tellIfSlow(work) {
  const late = setTimeout(() => { slow.add(work); write() }, quickEnough)
  try {
    return await work
  } finally {
    clearTimeout(late)
    if (slow.delete(work)) write()
  }
}

let more
/** A refusal stays until something else is pressed, so that nobody is hurried, and long enough for whoever goes on pressing. What
    waited may be refused several times over for one reason: then it says how often.
    @param {string} [path] of the page that has more about it */
export function tellRefusal(sentence, path) {
  const said = sentence || words.wordsRefused, number = path && refusal?.said === said && refusal.path === path ? refusal.number + 1 : 1
  refusal = {
    path, said, number, at: performance.now(),
    sentence: number > 1 ? `${said}\u00a0×\u00a0${new Intl.NumberFormat(document.documentElement.lang).format(number)}` : said,
  }
  clearTimeout(more)
  if (number > 1) more = setTimeout(write, restsAfter)
  // Those of one answer are said together.
  else queueMicrotask(write)
}

function goOn({ target }) {
  if (!refusal || performance.now() - refusal.at < refusalLasts || place?.contains(target)) return
  refusal = undefined
  write()
}
for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, goOn, true)
