// Says in one calm line whether what was tapped is saved, in the page's own words. Silent while all is well.
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

/** A refusal stays long enough to be read, whatever is answered meanwhile. */
export function tellRefusal(sentence) {
  clearTimeout(refusal?.timer)
  refusal = {
    sentence: sentence || words.wordsRefused,
    timer: setTimeout(() => { refusal = undefined; write() }, refusalLasts),
  }
  write()
}
