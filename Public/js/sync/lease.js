// Lets one window at a time have something where the browser has no locks, which is on plain http in a home network:
// a note in localStorage says which and until when. It is renewed, and taken over where it is not.
import { newIdentifier } from "./identifier.js"

const lasts = 15_000
const renewEvery = 5_000
/** By then two that took it at once see whose it is. */
const settles = 150

/** Calls `take` when the note is ours, and `lose` when it is not any more, until the signal. @param {AbortSignal} signal */
export function hold(name, signal, take, lose) {
  const me = newIdentifier()
  let isOurs = false

  function look() {
    if (signal.aborted) return
    const note = read(name)
    if (note?.holder === me) {
      write(name, me)
      if (!isOurs) take()
      isOurs = true
      return
    }
    if (isOurs) lose()
    isOurs = false
    const left = note?.until - Date.now()
    // A time that is far ahead was written by a clock that went wrong.
    if (left > 0 && left <= lasts) return
    if (write(name, me)) setTimeout(look, settles * (1 + Math.random()))
  }

  const renewing = setInterval(look, renewEvery)
  addEventListener("storage", event => { if (event.key === name && event.newValue === null) look() }, { signal })
  signal.addEventListener("abort", () => {
    clearInterval(renewing)
    if (read(name)?.holder === me) localStorage.removeItem(name)
  })
  look()
}

function read(name) {
  try { return JSON.parse(localStorage.getItem(name)) } catch { return null }
}

/** @returns {boolean} false where there is no storage: then nobody has it */
function write(name, holder) {
  try {
    localStorage.setItem(name, JSON.stringify({ holder, until: Date.now() + lasts }))
    return true
  } catch {
    return false
  }
}
