// Says in one calm line whether what was tapped is saved, in the page's own words. Silent while all is well.
const place = document.querySelector("[data-sync]")
const words = document.body.dataset
const refusalLasts = 8_000
const key = "fivebar-refusal"
let state = ""
let refusal

function write() {
  const said = { trying: words.wordsTrying, offline: words.wordsOffline }[state] ?? ""
  const sentence = refusal?.sentence ?? said
  if (place && place.textContent !== sentence) place.textContent = sentence
}

/** @param {"" | "trying" | "offline"} now */
export function tell(now) {
  state = now
  write()
}

/** A refusal stays long enough to be read, whatever is answered meanwhile, and whichever page comes next. */
export function tellRefusal(sentence) {
  const said = { sentence: sentence || words.wordsRefused, until: Date.now() + refusalLasts }
  try { sessionStorage.setItem(key, JSON.stringify(said)) } catch { /* said on this page only */ }
  keepTelling(said)
}

function keepTelling({ sentence, until }) {
  clearTimeout(refusal?.timer)
  refusal = { sentence, timer: setTimeout(() => { refusal = undefined; write() }, until - Date.now()) }
  write()
}

try {
  const said = JSON.parse(sessionStorage.getItem(key)), left = said?.until - Date.now()
  if (left > 0 && left <= refusalLasts) keepTelling(said)
} catch {
  // Nothing was kept.
}
