// One schedule: a few devices of one account, of which each does what people do, while networks fail, tabs are killed and
// clocks jump. At the end everybody has a network, and everybody and the server must show the same.
import { Browser } from "./browser.mjs"
import { atHome } from "./deeds/counters.mjs"
import { close, onGoal } from "./deeds/days.mjs"
import { anywhere, inArrangement, inForm, inList } from "./deeds/goals.mjs"
import { mishaps } from "./deeds/mishaps.mjs"
import { Fault } from "./fault.mjs"
import { Server } from "./server.mjs"
import { cardsOf, checkDrawn, checkOrder, checkServer } from "./truth/counters.mjs"
import { checkGoals, checkMarks, digest, wanted } from "./truth/goals.mjs"
import { checkTyped } from "./truth/typed.mjs"
import { World } from "./world.mjs"

const aDay = 86_400_000
/** A sender pauses, and a page that hears nothing asks, for minutes. */
const patience = 20 * 60_000
/** What people do, by the kind of page: how often, and what. */
const deeds = { home: atHome, goals: inList, goal: onGoal, arrange: inArrangement, new: inForm, edit: inForm }

export class Schedule {
  /** What was done with counters, in order: id, browser, page, counter, delta. */
  made = []
  /** Which days were marked, in order: id, browser, page, goal, day. */
  marks = []
  /** Words that were typed: the word, where, and whether it is in a note. */
  typed = []
  /** Words that somebody has removed who saw them. */
  forgotten = new Set()
  titles = new Set()
  said = []

  /** Every other one is about goals, too. */
  constructor(seed, address) {
    this.world = new World(seed)
    this.server = new Server(address)
    this.hasGoals = seed % 2 === 0
    // How many answers to the first request get lost.
    this.lost = seed % 3
    /** Where a tab begins. */
    this.places = ["/"]
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

  /** An account with one to three counters, perhaps two goals, and its devices. */
  async begin() {
    const { world, server } = this, first = new Browser(world, server, 0)
    // Few days, so that several write on the same.
    const day = days => new Date(world.began + days * aDay).toISOString().slice(0, 10)
    const list = Array.from({ length: 1 + world.below(3) }, () => this.first("createCounter", { title: this.title(), style: "western" }))
    if (this.hasGoals) list.push(...["Read", "Draw"].map((name, color) => this.first("createGoal", { name, color, start: day(-1), end: day(1) })))
    const request = {
      method: "POST", address: `${server.address}/operations`, body: JSON.stringify(list), browser: first,
      headers: { accept: "application/json", "content-type": "application/json" },
    }
    await first.network.deliver({ method: "GET", address: `${server.address}/goals`, headers: { accept: "text/html", "fivebar-shown": "yes" }, browser: first })
    // Somebody new whose answer was lost does not know whether there is an account by now.
    const sessions = new Set(), send = async isLost => {
      const { headers } = await first.network.deliver(request, isLost)
      sessions.add(headers.getSetCookie().find(cookie => cookie.startsWith("fivebar=")))
    }
    for (let lost = 0; lost < this.lost; lost += 1) await send(true)
    await send(false)
    if (sessions.size > 1) throw new Fault("what somebody new sent again made another account")
    const goals = list.filter(({ kind }) => kind === "createGoal").map(({ id }) => `/goals/${server.numberOf(id)}`)
    if (this.hasGoals) this.places.push("/goals", "/goals", "/goals/new", "/goals/arrange", ...goals, goals[0], goals[0], goals[0])
    this.browsers = Array.from({ length: 2 + world.below(4) }, (_, number) => new Browser(world, server, number))
    for (const browser of this.browsers) {
      for (const [name, value] of first.cookies) browser.cookies.set(name, value)
      if (world.isLucky(0.3)) browser.clockIsOff = world.between(-10, 10) * 365 * aDay
      browser.open(world.one(this.places))
    }
    await world.pass(3_000)
    for (const browser of this.browsers) browser.network.trouble = world.one([0, 0.1, 0.4])
  }
  first(kind, change) { return { id: this.name(), kind, change, at: this.world.began, offset: 0 } }

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

  /** A word that somebody types now, instead of what stood there. */
  word(browser, page, before) {
    const text = `W${this.typed.length}`
    this.forget(before)
    this.typed.push({ text, browser, page, isNote: page.kind === "goal" })
    return text
  }
  /** @returns {string} what then stands there */
  forget(text) {
    for (const [word] of text.matchAll(/\bW\d+\b/g)) this.forgotten.add(word)
    return ""
  }

  async step() {
    const { world } = this, browser = world.one(this.browsers)
    if (browser.pages.length === 0 && world.isLucky(0.5)) return browser.open(world.one(this.places))
    const page = world.one(browser.pages.filter(page => page.isAwake))
    const possible = page ? [...deeds[page.kind] ?? anywhere, ...mishaps] : mishaps
    const [, deed] = weighted(world, this.hasGoals && page?.kind === "home" ? [...possible, [8, anywhere[0][1]]] : possible)
    await deed(this, browser, page)
  }

  note(text) { this.said.push(`${Math.round(this.world.now)} ms: ${text}`) }

  /** Remembers what a page has just made. */
  remember(browser, page, operation) {
    const isKept = browser.waiting.some(key => key.endsWith(operation.id))
    this.made.push({ browser, page, isKept, ...operation, delta: BigInt(operation.delta ?? 0) })
  }

  /** Nothing went wrong, all is in order, and what is drawn is so. */
  check() {
    for (const { faults } of [this.server, ...this.browsers]) if (faults.length > 0) throw new Fault(faults.join("\n"))
    for (const browser of this.browsers) {
      checkOrder(this, browser)
      for (const page of browser.pages) {
        if (browser.network.underway === 0) checkDrawn(this, browser, page)
        checkMarks(this, browser, page)
      }
    }
  }

  /** Everybody gets a network; in time everything is saved, and everybody shows what the server has, without being asked.
      Once its page is loaded anew, also how a counter is named: a name that lost to a later one stays on its page till then. */
  async end() {
    for (const browser of this.browsers) {
      browser.network.trouble = 0
      browser.isFull = false
      browser.goOnline(true)
      for (const page of browser.pages) if (page.kind === "goal") await close(this, browser, page)
      for (const path of this.places.slice(0, 2)) if (!browser.pages.some(page => page.path === path)) browser.open(path)
    }
    await this.until(card => card.querySelector("[data-count-text]").textContent, ({ count }) => count)
    for (const browser of this.browsers) for (const page of browser.pages) browser.go(page, page.path)
    const named = card => `${card.querySelector("[data-name]").textContent}: ${card.dataset.count}`
    const state = await this.until(named, ({ title, count }) => `${title}: ${count}`)
    checkServer(this, state.counters)
    checkGoals(this, state.goals)
    checkTyped(this, state)
  }

  /** Waits until nothing waits, and every page says what the server says. @returns what that is */
  async until(shown, known) {
    const { world } = this
    let problem
    for (const end = world.now + patience; world.now < end;) {
      await world.pass(5_000)
      this.check()
      const state = await this.known(), late = this.browsers.find(browser => browser.waiting.length > 0)
      problem = late ? `browser ${late.name} still has ${late.waiting.length} waiting` : await this.difference(state, shown, known)
      if (!problem) return state
    }
    throw new Fault(problem)
  }

  /** What a page shows that is not so. */
  async difference({ counters }, shown, known) {
    const wantedAtHome = listed(counters.filter(({ deleted }) => !deleted).map(counter => `${counter.counter} ${known(counter)}`)), wantedAt = new Map()
    for (const page of this.browsers.flatMap(browser => browser.pages)) {
      if (!["home", "goals", "goal"].includes(page.kind)) continue
      const { path } = page, isHome = page.kind === "home"
      if (!isHome && !wantedAt.has(path)) wantedAt.set(path, await wanted(this, page))
      const is = isHome ? listed(cardsOf(page).map(card => `${card.dataset.counter} ${shown(card)}`)) : digest(page), so = isHome ? wantedAtHome : wantedAt.get(path)
      if (is !== so) return `browser ${page.browser.name} shows at ${path}: ${is}\nand the server has: ${so}`
    }
  }

  /** The account's counters and goals, as the server says them. */
  async known() {
    const request = { method: "GET", address: `${this.server.address}/changes?since=0`, headers: { accept: "application/json" } }
    return JSON.parse((await this.server.take(request, this.browsers[0].cookies)).text)
  }
}

const listed = parts => parts.sort().join(", ") || "nothing"

function weighted(world, list) {
  let chosen = world.below(list.reduce((sum, [weight]) => sum + weight, 0))
  return list.find(([weight]) => (chosen -= weight) < 0)
}
