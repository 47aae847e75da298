// Detects a device clock that is more than a day off, says so once, and offers the server's time instead. Users who
// keep their clock are asked again when it is off by another day; for others the server's time applies until the clock
// is right. The texts are those of the settings page, loaded on demand.
import { addStylesheet } from "../style/stylesheet.js"
import { fetchPage } from "../../sync/pages/fetch.js"
import { isFromUs } from "../../sync/post.js"
import { at, clock } from "../../sync/stamp.js"
import { language } from "./dates.js"

/** In milliseconds. */
const aDay = 86_400_000, patience = 20_000
function keepClock(known) {
  localStorage.setItem("fivebar-clock", JSON.stringify(known))
  // It may be another day.
  document.dispatchEvent(new CustomEvent("fivebar-clock"))
}
let isLooking = false

/** Compares with the server's clock, and asks if necessary. */
export async function check() {
  if (isLooking || document.querySelector("[data-clock]")) return
  isLooking = true
  await compare().catch(() => {})
  isLooking = false
}

async function compare() {
  const signal = AbortSignal.timeout?.(patience)
  const response = await fetch(at("health"), { method: "HEAD", cache: "no-store", redirect: "error", signal })
  const difference = Date.parse(response.headers.get("date")) - Date.now(), day = new Date().toDateString()
  // A hotel's network has a clock of its own.
  if (!response.ok || !isFromUs(response) || Number.isNaN(difference)) return
  const known = clock()
  if (Math.abs(difference) <= aDay) keepClock({ day })
  else if (known.isUsed) keepClock({ day, difference, isUsed: true })
  else if (Math.abs(difference - known.difference) <= aDay) keepClock({ ...known, day, asked: undefined })
  else {
    // Until there is an answer, the server's day is today. Without a day it is asked again by the next page.
    keepClock({ ...known, day: undefined, asked: difference })
    await ask(difference, day)
  }
}

async function ask(difference, day) {
  const response = await fetchPage(at("settings"))
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  const notice = document.importNode(page.querySelector("[data-clock-notice]").content.querySelector(".notice"), true)
  const sentence = notice.querySelector("p")
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format()
  sentence.textContent = sentence.textContent.replace("{date}", () => date)
  notice.addEventListener("click", event => {
    const choice = event.target.closest("[data-clock-use], [data-clock-keep]")
    if (!choice) return
    keepClock({ day, difference, isUsed: choice.matches("[data-clock-use]") })
    notice.remove()
    document.getElementById("content").focus({ preventScroll: true })
  })
  await addStylesheet("shell/notice")
  const parts = Array.from(notice.childNodes)
  notice.replaceChildren()
  document.getElementById("content").append(notice)
  // Text added to an existing live region is read out.
  setTimeout(() => notice.append(...parts), 50)
}
