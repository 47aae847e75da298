// Calls days what they are by now: a page that was kept, or stays open without a network, names them as they were called on
// the day it was made. Contains no texts.
import { dates } from "./dates.js"
import { dayAfter, today, whenDayTurns } from "./days.js"

const { lang } = document.documentElement
const format = year => dates({ weekday: "long", day: "numeric", month: "long", year })
const thisYear = format(), otherYear = format("numeric")

/** What says which day the page was made on, and what today and yesterday are called. */
const made = document.querySelector("[data-made-on]")

function nameDays() {
  const { madeOn, dayStart, wordsToday, wordsYesterday } = made.dataset
  const day = today(Number(dayStart)), now = day > madeOn ? day : madeOn
  const names = new Map([[now, wordsToday], [dayAfter(now, -1), wordsYesterday]])
  // What has its date already keeps it as the server writes it.
  const relative = new Set([...names.keys(), madeOn, dayAfter(madeOn, -1)])
  for (const place of document.querySelectorAll("[data-date]")) {
    const { date } = place.dataset, name = names.get(date) ?? heading(date, now)
    if (relative.has(date) && place.textContent !== name) place.textContent = name
  }
  for (const sentence of document.querySelectorAll("[data-as-of]")) {
    sentence.hidden = now === madeOn
    sentence.textContent = sentence.dataset.asOf.replace("{date}", () => nameOf(madeOn, now))
  }
}

const nameOf = (date, now) => (date.slice(0, 4) === now.slice(0, 4) ? thisYear : otherYear).format(new Date(date))

/** Begins with a capital in every language that has them. */
function heading(date, now) {
  const name = nameOf(date, now)
  return name.slice(0, 1).toLocaleUpperCase(lang) + name.slice(1)
}

nameDays()
whenDayTurns(nameDays)
document.addEventListener("fivebar-redrawn", nameDays)
