// What people do with counters. Each is done by the page's own module, as a finger would have it done.
import { SimulatedEvent } from "../dom/events.mjs"
import { smaller } from "../server.mjs"
import { cardsOf } from "../truth/counters.mjs"

const cardAt = ({ world }, page) => world.one(cardsOf(page))

/** The operation that a page made last. */
async function latest(page) { return (await page.module("counters/counting.js")).counted.at(-1) }

const press = field => async (schedule, browser, page) => {
  const card = cardAt(schedule, page)
  if (!card) return
  const { counter } = card.dataset, shown = BigInt(card.dataset.count)
  card.querySelector(field).form.requestSubmit(card.querySelector(field))
  const { id } = await latest(page), delta = (field === "[data-tap]" ? 1 : -1) * Number(card.dataset.step ?? 1)
  schedule.note(`browser ${browser.name}: ${delta} on ${counter}, ${id}`)
  // Of nothing, nothing is taken away.
  schedule.remember(browser, page, { id, kind: delta > 0 ? "increment" : "decrement", counter, delta, applied: -smaller(BigInt(-delta), shown) })
}

async function undo(schedule, browser, page) {
  const last = await latest(page)
  if (!last || schedule.made.find(({ id }) => id === last.id)?.kind === "reset") return
  const { keys, read } = await page.module("sync/queue.js"), before = keys(), of = schedule.made.find(({ id }) => id === last.id)
  schedule.note(`browser ${browser.name}: undo ${last.id}`)
  ;(await page.module("counters/undo.js")).undoLast("/undo", "home")
  await schedule.world.pass(0)
  const made = keys().find(key => !before.includes(key))
  if (!made) return
  schedule.remember(browser, page, { id: read(made).id, kind: "undo", counter: of.counter, delta: -(of.applied ?? 0n) })
  // What the storage did not take goes with the page, as its undo does.
  of.isUndone = schedule.made.at(-1).isKept
}

async function rename(schedule, browser, page) {
  const card = cardAt(schedule, page)
  if (!card || "folding" in card.dataset) return
  const title = schedule.title(), { counter } = card.dataset
  ;(await page.module("counters/card/rename.js")).rename(card)
  const field = card.querySelector(".card-rename")
  field.value = title
  field.dispatchEvent(new SimulatedEvent("keydown", { bubbles: true, cancelable: true, key: "Enter" }))
  const { id } = await latest(page)
  schedule.note(`browser ${browser.name}: rename ${counter} to ${title}, ${id}`)
  schedule.remember(browser, page, { id, kind: "rename", counter, title, isGesture: true })
}

async function remove(schedule, browser, page) {
  const card = cardAt(schedule, page)
  if (!card) return
  const { counter } = card.dataset
  ;(await page.module("counters/card/remove.js")).remove(card, `/counters/${counter}/deletion`)
  const { id } = await latest(page)
  schedule.note(`browser ${browser.name}: delete ${counter}, ${id}`)
  schedule.remember(browser, page, { id, kind: "deleteCounter", counter, isGesture: true })
}

async function reset(schedule, browser, page) {
  const card = cardAt(schedule, page)
  if (!card) return
  const { counter } = card.dataset, before = await latest(page), { keys } = await page.module("sync/queue.js"), waited = keys()
  ;(await page.module("counters/card/reset.js")).ask({ href: `/counters/${counter}/reset` }, card)
  const form = page.document.querySelector("[data-reset-form]"), seen = form.elements.seen.value
  form.requestSubmit()
  await schedule.world.pass(0)
  const after = await latest(page), key = keys().find(key => !waited.includes(key))
  const id = after !== before ? after.id : key?.slice(-36)
  schedule.note(`browser ${browser.name}: reset ${counter} of ${seen}, ${id}`)
  if (id) schedule.remember(browser, page, { id, kind: "reset", counter, delta: -BigInt(seen), isGesture: true })
}

async function create(schedule, browser, page) {
  const card = cardAt(schedule, page)
  if (!card) return
  page.document.querySelector("[data-create]").click()
  const form = page.document.querySelector("[data-create-form]"), { title, operation } = form.elements
  title.value = schedule.title()
  schedule.note(`browser ${browser.name}: create ${title.value}, ${operation.value}`)
  schedule.remember(browser, page, { id: operation.value, kind: "createCounter", counter: operation.value, isGesture: true })
  form.requestSubmit()
}

export const atHome = [[30, press("[data-tap]")], [12, press("[data-minus]")], [6, undo], [4, rename], [2, remove], [3, reset], [3, create]]
