// A lock for one window at a time, for browsers without Web Locks, which is the case on plain HTTP in a home network.
// A localStorage entry says who holds it and until when. The holder renews it; if not, another window takes it over.
import { newIdentifier } from "./stamp.js"

const lasts = 15_000
const renewEvery = 5_000
/** By then two windows that took it simultaneously see who holds it. */
const settles = 150

/** Calls `take` when this window gets the lock, and `lose` when it loses it, until aborted. @param {AbortSignal} signal */
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
    // A time too far ahead was written with a wrong clock.
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

/** @returns {boolean} false if there is no storage: then nobody gets the lock */
function write(name, holder) {
  try {
    localStorage.setItem(name, JSON.stringify({ holder, until: Date.now() + lasts }))
    return true
  } catch {
    return false
  }
}
