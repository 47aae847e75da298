// Shows in a single line, with texts from the page, if taps are not saved. Empty while all is well.
const place = document.querySelector("[data-sync]")
const words = document.body.dataset
const refusalLasts = 8_000
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

/** A refusal stays long enough to be read, whatever other responses arrive meanwhile. */
export function tellRefusal(sentence) {
  clearTimeout(refusal?.timer)
  refusal = {
    sentence: sentence || words.wordsRefused,
    timer: setTimeout(() => { refusal = undefined; write() }, refusalLasts),
  }
  write()
}
