// One schedule: a few devices of one account, of which each does what people do, while networks fail, tabs are killed and
// clocks jump. At the end everybody has a network, and everybody and the server must show the same.
import { Browser } from "./browser.mjs"
import { SimulatedEvent } from "./dom.mjs"
import { Server, smaller } from "./server.mjs"
import { World } from "./world.mjs"

const aDay = 86_400_000
/** A sender pauses, and a page that hears nothing asks, for minutes. */
const patience = 20 * 60_000

export class Fault extends Error {}

export class Schedule {
  /** What was done, in order: id, browser, page, counter, delta. */
  made = []
  titles = new Set()
  said = []

  constructor(seed, address) {
    this.world = new World(seed)
    this.server = new Server(address)
  }

  async play() {
    await this.begin()
    const { world } = this, steps = 30 + world.below(31)
    for (let step = 0; step < steps; step += 1) {
      await this.step()
      await world.pass(world.isLucky(0.2) ? world.between(1_000, 60_000) : world.between(0, 2_000))
      this.check()
    }
    await this.end()
  }

  /** An account with one to three counters, and its devices. */
  async begin() {
    const { world, server } = this, first = new Browser(world, server, 0)
    const list = Array.from({ length: 1 + world.below(3) }, () => ({ id: this.name(), kind: "createCounter", change: { title: this.title(), style: "western" }, at: world.began, offset: 0 }))
    await first.network.deliver({
      method: "POST", address: `${server.address}/operations`, body: JSON.stringify(list), browser: first,
      headers: { accept: "application/json", "content-type": "application/json" },
    })
    this.browsers = Array.from({ length: 2 + world.below(4) }, (_, number) => new Browser(world, server, number))
    for (const browser of this.browsers) {
      for (const [name, value] of first.cookies) browser.cookies.set(name, value)
      if (world.isLucky(0.3)) browser.clockIsOff = world.between(-10, 10) * 365 * aDay
      browser.open()
    }
    await world.pass(3_000)
    for (const browser of this.browsers) browser.network.trouble = world.one([0, 0.1, 0.4])
  }

  /** A UUID of version 7. */
  name() {
    const digits = this.world.began.toString(16).padStart(12, "0") + "7" + this.hex(3) + "8" + this.hex(15)
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
  }
  hex(length) { return Array.from({ length }, () => this.world.below(16).toString(16)).join("") }
  title() {
    const title = `Title ${this.titles.size}`
    this.titles.add(title)
    return title
  }

  async step() {
    const { world } = this, browser = world.one(this.browsers)
    const page = world.one(browser.pages.filter(page => "awake" in page.document.body.dataset))
    const [, deed] = weighted(world, page ? [...deeds, ...events] : events)
    await deed(this, browser, page, page && world.one(cardsOf(page)))
  }

  note(text) { this.said.push(`${Math.round(this.world.now)} ms: ${text}`) }

  /** Remembers what a page has just made. */
  remember(browser, page, operation) {
    const isKept = browser.waiting.some(key => key.endsWith(operation.id))
    this.made.push({ browser, page, isKept, ...operation, delta: BigInt(operation.delta ?? 0) })
  }

  // What must hold

  /** Nothing went wrong, all is in order, and what is drawn is so. */
  check() {
    const { server } = this
    for (const { faults } of [server, ...this.browsers]) if (faults.length > 0) throw new Fault(faults.join("\n"))
    for (const browser of this.browsers) {
      this.checkOrder(browser)
      if (browser.network.underway === 0) for (const page of browser.pages) this.checkDrawn(browser, page)
    }
  }

  /** The browser's operations came in the order in which they were made. Gestures are posted at once, and wait only if that fails. */
  checkOrder(browser) {
    if (browser.wasFull) return
    const came = Array.from(this.server.arrivals.values()).filter(arrival => arrival.browser === browser && arrival.isList).map(({ id }) => id)
    const places = came.map(id => this.made.findIndex(operation => operation.id === id && !operation.isGesture)).filter(place => place >= 0), wrong = places.findIndex((place, number) => place < places[number - 1])
    if (wrong >= 0) throw new Fault(`${this.made[places[wrong]].id} of browser ${browser.name} came after what was done later`)
  }

  /** Each card shows a state that the server told this page, and what was done here on top, once. */
  checkDrawn(browser, page) {
    if (!("awake" in page.document.body.dataset)) return
    for (const { dataset } of cardsOf(page)) {
      const number = this.server.numberOf(dataset.counter), shown = BigInt(dataset.count)
      // One that was made here, and has no number yet, begins with nothing.
      const told = page.told.filter(({ counter }) => this.server.numberOf(counter) === number), isNew = dataset.counter.includes("-")
      if (isNew) told.push({ count: 0n, revision: 0 })
      const isSo = told.some(state => this.drawn(browser, page, number, state).has(shown))
      if (!isSo) throw new Fault(`browser ${browser.name} shows ${shown} for counter ${dataset.counter}, of which it was told ${told.map(({ count, revision }) => `${count} at ${revision}`).join(", ")}`)
    }
  }

  /** What may be drawn on top of a state. What another page has left is drawn once it could not be sent, and then last. */
  drawn(browser, page, number, state) {
    const made = this.made.filter(operation => operation.browser === browser && operation.delta !== 0n && this.server.numberOf(operation.counter) === number)
    const own = made.filter(operation => operation.page === page), others = made.filter(operation => operation.page !== page)
    return new Set([made, [...own, ...others]].flatMap(operations => Array.from(this.fold(operations, browser, page, state))))
  }
  fold(operations, browser, page, { count, revision }) {
    let possible = new Set([count])
    for (const operation of operations) {
      const arrival = this.server.arrivals.get(operation.id), isIn = arrival?.revision <= revision
      const isSure = operation.page === page && !operation.isGesture && !isIn && arrival?.isApplied !== false
      const isWaiting = browser.waiting.some(key => key.endsWith(operation.id))
      // What was counted without an answer may be in the page already, and is drawn on top until it is answered.
      if (isIn && !isWaiting) continue
      const after = Array.from(possible, count => count - smaller(-operation.delta, count))
      possible = new Set(isSure ? after : [...possible, ...after])
    }
    return possible
  }

  /** Everybody gets a network; in time everything is saved, and everybody shows what the server counted, without being
      asked. Once its page is loaded anew, also how it is named: a name that lost to a later one stays on its page till then. */
  async end() {
    for (const browser of this.browsers) {
      browser.network.trouble = 0
      browser.isFull = false
      browser.goOnline(true)
      if (browser.pages.length === 0) browser.open()
    }
    await this.until(card => card.querySelector("[data-count-text]").textContent, ({ count }) => count)
    for (const browser of this.browsers) for (const page of browser.pages) {
      browser.close(page)
      browser.open()
    }
    const named = card => `${card.querySelector("[data-name]").textContent}: ${card.dataset.count}`
    this.checkServer(await this.until(named, ({ title, count }) => `${title}: ${count}`))
  }

  /** Waits until nothing waits, and every page says of each counter what the server says. @returns what that is */
  async until(shown, known) {
    const { world } = this
    let problem
    for (const end = world.now + patience; world.now < end;) {
      await world.pass(5_000)
      this.check()
      const counters = await this.known(), late = this.browsers.find(browser => browser.waiting.length > 0)
      const wanted = listed(counters.filter(({ deleted }) => !deleted).map(counter => `${counter.counter} ${known(counter)}`))
      const saysOther = page => listed(cardsOf(page).map(card => `${card.dataset.counter} ${shown(card)}`)) !== wanted
      const other = this.browsers.flatMap(browser => browser.pages).find(saysOther)
      if (late) problem = `browser ${late.name} still has ${late.waiting.length} waiting`
      else if (other) problem = `browser ${other.browser.name} shows ${listed(cardsOf(other).map(card => `${card.dataset.counter} ${shown(card)}`))}, the server has ${wanted}`
      else return counters
    }
    throw new Fault(problem)
  }

  /** The account's counters, as the server says them. */
  async known() {
    const request = { method: "GET", address: `${this.server.address}/changes?since=0`, headers: { accept: "application/json" } }
    return JSON.parse((await this.server.take(request, this.browsers[0].cookies)).text).counters
  }

  /** Everything that was done is counted once, and what was undone while it waited is undone, also where the server had it
      already and only its answer was lost. */
  checkServer(counters) {
    const { arrivals, counters: expected } = this.server
    for (const operation of this.made) {
      const arrival = arrivals.get(operation.id)
      // What the storage did not take, or was just being posted, goes with the page.
      const isLost = operation.page.isOver && (operation.isGesture || !operation.isKept)
      if (!arrival && !isLost) throw new Fault(`${operation.kind} ${operation.id} of browser ${operation.browser.name} never came`)
      if (arrival?.isApplied === false && operation.delta !== 0n && operation.kind !== "undo") throw new Fault(`${operation.kind} ${operation.id} was refused: ${JSON.stringify(arrival.receipt)}`)
    }
    const own = new Set(this.made.map(({ id }) => id))
    // An undo from a notice makes its own.
    for (const { id, kind, browser } of arrivals.values()) if (this.browsers.includes(browser) && !own.has(id) && kind !== "undo") throw new Fault(`${kind} ${id} was never made`)
    for (const { counter, count, title, deleted } of counters) {
      const wanted = expected.get(String(counter))
      if (wanted && wanted.count !== BigInt(count)) throw new Fault(`counter ${counter} is ${count} and should be ${wanted.count}`)
      if (!this.titles.has(title)) throw new Fault(`nobody has named a counter ${title}`)
      // What is in the trash is not renamed, nor named as before.
      if (!deleted && this.made.some(operation => operation.isUndone && operation.title === title)) throw new Fault(`counter ${counter} is named ${title}, which was undone`)
    }
  }
}

const cardsOf = page => page.document.querySelectorAll("[data-counters] > [data-counter]")

const listed = parts => parts.sort().join(", ") || "nothing"

function weighted(world, list) {
  let chosen = world.below(list.reduce((sum, [weight]) => sum + weight, 0))
  return list.find(([weight]) => (chosen -= weight) < 0)
}

// What people do. Each is done by the page's own module, as a finger would have it done.

/** The operation that a page made last. */
async function latest(page) { return (await page.module("counters/counting.js")).counted.at(-1) }

const press = field => async (schedule, browser, page, card) => {
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

async function rename(schedule, browser, page, card) {
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

async function remove(schedule, browser, page, card) {
  if (!card) return
  const { counter } = card.dataset
  ;(await page.module("counters/card/remove.js")).remove(card, `/counters/${counter}/deletion`)
  const { id } = await latest(page)
  schedule.note(`browser ${browser.name}: delete ${counter}, ${id}`)
  schedule.remember(browser, page, { id, kind: "deleteCounter", counter, isGesture: true })
}

async function reset(schedule, browser, page, card) {
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

async function create(schedule, browser, page, card) {
  if (!card) return
  page.document.querySelector("[data-create]").click()
  const form = page.document.querySelector("[data-create-form]"), { title, operation } = form.elements
  title.value = schedule.title()
  schedule.note(`browser ${browser.name}: create ${title.value}, ${operation.value}`)
  schedule.remember(browser, page, { id: operation.value, kind: "createCounter", counter: operation.value, isGesture: true })
  form.requestSubmit()
}

const deeds = [[30, press("[data-tap]")], [12, press("[data-minus]")], [6, undo], [4, rename], [2, remove], [3, reset], [3, create]]

// What happens to them.

function crash(schedule, browser, page) {
  if (!page) return
  schedule.note(`browser ${browser.name}: crash`)
  browser.close(page, false)
  browser.open()
}

const events = [
  [4, function turn(schedule, browser) {
    schedule.note(`browser ${browser.name}: ${browser.network.isOnline ? "offline" : "online"}`)
    browser.goOnline(!browser.network.isOnline)
  }],
  [3, crash],
  [2, function reload(schedule, browser, page) {
    if (!page) return
    schedule.note(`browser ${browser.name}: reload`)
    browser.close(page)
    browser.open()
  }],
  [1, function openTab(_, browser) { if (browser.pages.length < 3) browser.open() }],
  [1, function setClock({ world }, browser) { browser.clockIsOff = world.between(-10, 10) * 365 * aDay }],
  [1, function changeWeather({ world }, browser) { browser.network.trouble = world.one([0, 0.1, 0.4, 1]) }],
  [1, function fill(_, browser) {
    browser.isFull = !browser.isFull
    browser.wasFull = true
  }],
]
