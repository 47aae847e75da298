// What people do with a goal's days: they mark them, open them and write notes, of which some are never finished.
import { SimulatedEvent } from "../dom/events.mjs"
import { anywhere } from "./goals.mjs"

const dotsOf = page => page.document.querySelectorAll("[data-dots] a")
const dayOf = dot => dot.getAttribute("href").slice(-10)
const sheetOf = page => page.document.querySelector("[data-day-sheet]")

/** By the space key. */
async function mark(schedule, browser, page) {
  const dot = schedule.world.one(dotsOf(page).filter(dot => dot.matches(".done, .miss, .open")))
  if (sheetOf(page).open) return close(schedule, browser, page)
  if (dot) await markBy(schedule, browser, page, dayOf(dot), () => dot.dispatchEvent(new SimulatedEvent("keydown", { bubbles: true, cancelable: true, key: " " })))
}

async function markBy(schedule, browser, page, day, act) {
  const { keys, read } = await page.module("sync/queue.js"), before = keys(), { goal } = page.document.querySelector("[data-goal]").dataset
  act()
  for (const { id, change } of keys().filter(key => !before.includes(key)).map(read)) {
    schedule.note(`browser ${browser.name}: ${goal}, ${day} is ${change.done ? "" : "not "}done, ${id}`)
    schedule.marks.push({ browser, page, id, goal, day, isDone: change.done })
  }
}

async function open(schedule, browser, page) {
  const dot = schedule.world.one(dotsOf(page))
  if (!dot || sheetOf(page).open) return
  schedule.note(`browser ${browser.name}: open ${page.path}, ${dayOf(dot)}`)
  dot.click()
}

/** In the opened day: by its button, or to the day before or after it. */
async function press(schedule, browser, page) {
  const sheet = sheetOf(page), section = sheet.querySelector("[data-day]"), form = section?.querySelector("[data-mark-form]")
  if (!sheet.open) return open(schedule, browser, page)
  if (!section || sheet.querySelector("[data-sheet-page]").inert) return
  const link = schedule.world.one(section.querySelectorAll("[data-neighbour]"))
  if (form && schedule.world.isLucky(0.6)) await markBy(schedule, browser, page, section.dataset.day, () => form.requestSubmit(form.querySelector("button")))
  else link?.click()
}

/** Adds to what stands there, replaces it, or removes it. */
async function write(schedule, browser, page) {
  const sheet = sheetOf(page), field = sheet.querySelector("[data-note]"), { world } = schedule
  if (!sheet.open) return open(schedule, browser, page)
  if (!field?.form || sheet.querySelector("[data-sheet-page]").inert) return
  const before = field.value, isKept = world.isLucky(0.7), isRemoved = !isKept && before && world.isLucky(0.3)
  const text = isRemoved ? schedule.forget(before) : schedule.word(browser, page, isKept ? "" : before)
  field.value = isKept && before ? `${before}\n${text}` : text
  schedule.note(`browser ${browser.name}: ${field.form.getAttribute("action")}: ${JSON.stringify(before)} to ${JSON.stringify(field.value)}`)
  field.dispatchEvent(new SimulatedEvent("input", { bubbles: true }))
  await world.pass(0)
}

/** Closing the day saves its note. */
export async function close(schedule, browser, page) {
  const sheet = sheetOf(page)
  if (!sheet.open) return
  schedule.note(`browser ${browser.name}: close ${sheet.querySelector("[data-day]")?.dataset.day}`)
  sheet.close()
  await schedule.world.pass(0)
}

const edit = async (schedule, browser, page) => {
  schedule.note(`browser ${browser.name}: from ${page.path} to its form`)
  browser.go(page, `${page.path}/edit`)
}

export const onGoal = [[12, mark], [6, open], [12, write], [8, close], [4, press], [1, edit], ...anywhere]
