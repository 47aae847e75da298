// Shows in a single line, with texts from the page, if taps are not saved. Empty while all is well.
const place = document.querySelector("[data-sync]")
const words = document.body.dataset
const refusalLasts = 8_000
/** A number that goes on rising is said once it rests, because screen readers read all of it, in milliseconds. */
const restsAfter = 700
let rests
let state = "", waiting = 0
let refusal

function write() {
  const said = { trying: words.wordsTrying, offline: words.wordsOffline }[state] ?? ""
  const sentence = refusal?.sentence ?? (said && waiting > 0 ? `${said} ${howMany()}` : said)
  if (place && place.textContent !== sentence) place.textContent = sentence
}

const howMany = () => (words.wordsWaiting ?? "").replace("{number}", () => new Intl.NumberFormat(document.documentElement.lang).format(waiting))

/** @param {"" | "trying" | "offline"} now @param {number} [number] how much is not saved yet */
export function tell(now, number = 0) {
  const isSame = now === state && waiting > 0 && number > 0
  state = now
  waiting = number
  clearTimeout(rests)
  if (isSame) rests = setTimeout(write, restsAfter)
  else write()
}

/** A refusal stays long enough to be read, whatever other responses arrive meanwhile. */
export function tellRefusal(sentence) {
  clearTimeout(refusal?.timer)
  refusal = {
    sentence: sentence || words.wordsRefused,
    timer: setTimeout(() => { refusal = undefined; write() }, refusalLasts),
  }
  write()
}
