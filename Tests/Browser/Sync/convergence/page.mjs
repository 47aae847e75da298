// One tab: a page of the server, on which Public/js runs as it is, in a context of its own. So one that crashes leaves nothing
// behind but what is in the storage.
import { readFileSync } from "node:fs"
import vm from "node:vm"
import { Document } from "./dom/document.mjs"
import { Target } from "./dom/events.mjs"
import { ask } from "./network.mjs"
import { platformOf } from "./platform.mjs"

const scripts = new URL("../../../../Public/js/", import.meta.url)
/** What only sounds or moves. */
const isDecoration = /\/(aloud|celebrate|flourish|motion)\.js$|\/(shapes|flourishes)\//
const sources = new Map()
/** What the first page that needed a module has compiled, by address: most of the time went there. @type {Map<string, Buffer>} */
const compiled = new Map()

async function sourceOf(address) {
  if (!sources.has(address)) {
    const [, file] = /\/assets\/\w+\/js\/(.*)/.exec(address) ?? []
    const source = file ? readFileSync(new URL(file, scripts), "utf8") : (await ask(address, {})).text
    // What is compiled once for all pages knows neither where it is nor of which page it is.
    sources.set(address, source.replace(/\bimport\.meta\.url\b/g, JSON.stringify(address)).replace(/\bimport\(/g, `importFrom(${JSON.stringify(address)}, `))
  }
  return sources.get(address)
}

export class Page {
  isOver = false
  /** The states that the server has told it. */
  told = []
  #modules = new Map()
  #loaded = new Map()
  #turn = Promise.resolve()
  timers = new Map()
  streams = new Set()

  /** @param {string} path where it is @param {Map<string, string>} tab what the tab's own storage holds */
  constructor(browser, html, path, tab) {
    Object.assign(this, { browser, path, tab, world: browser.world })
    this.document = new Document(html, browser.server.address + path)
    this.document.defaultView = this.window = new Target()
    this.document.cookie = Array.from(browser.cookies, pair => pair.join("=")).join("; ")
    // Scripts call them without a window.
    for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) this.window[name] = this.window[name].bind(this.window)
    this.window.importFrom = (from, name) => this.import(new URL(name, from).href)
    this.#context = vm.createContext(Object.assign(this.window, platformOf(this)))
    vm.runInContext(`globalThis.Date = class extends Date {
      constructor(...parts) { parts.length > 0 ? super(...parts) : super(simulatedTime()) }
      static now() { return simulatedTime() }
    }; Math.random = simulatedChance`, this.#context)
    this.hear(html)
    if ("kept" in this.document.body.dataset) this.told.push(...browser.told)
    for (const script of this.document.querySelectorAll("script")) this.import(new URL(script.getAttribute("src"), browser.server.address).href).catch(error => this.fail(error))
  }
  #context

  /** What it shows: "home", "goals", "goal", or another one's last part. */
  get kind() {
    if (this.path === "/") return "home"
    const last = this.path.split("/").at(-1)
    return /^\/goals\/[^/]+$/.test(this.path) && !["new", "arrange"].includes(last) ? "goal" : last
  }
  get isAwake() { return "awake" in this.document.body.dataset }

  get time() { return Math.floor(this.world.began + this.world.now + this.browser.clockIsOff) }
  fail(error) { if (!this.isOver) this.browser.faults.push(error.stack ?? String(error)) }

  end() {
    this.isOver = true
    for (const timer of this.timers.values()) this.world.forget(timer)
    for (const stream of this.streams) this.browser.server.streams.delete(stream)
    for (const channel of this.browser.channels) if (channel.page === this) this.browser.channels.delete(channel)
    for (const [name, line] of this.browser.locks) for (const turn of line.slice()) if (turn.page === this) this.browser.release(name, turn)
  }

  /** Something later, unless the page is gone by then. */
  after(pause, happens) {
    const timer = this.world.after(pause, () => {
      this.timers.delete(timer)
      if (this.isOver) return
      try { happens() } catch (error) { this.fail(error) }
    })
    this.timers.set(timer, timer)
    return timer
  }

  learn(state) {
    this.told.push(state)
    this.browser.told.push(state)
  }

  /** A state the page has seen of each counter. */
  hear(html) {
    for (const [, counter, count, revision] of html.matchAll(/data-counter="([^"]+)" data-count="(\d+)" data-revision="(\d+)"/g)) this.learn({ counter, count: BigInt(count), revision: Number(revision) })
  }

  // Modules

  /** A module of Public/js by its path there. */
  module(path) { return this.import(new URL(`/assets/${this.build}/js/${path}`, this.browser.server.address).href) }
  get build() { return /\/assets\/(\w+)\//.exec(this.document.querySelector("script").getAttribute("src"))[1] }

  import(address) {
    if (!this.#loaded.has(address)) this.#loaded.set(address, this.#load(address))
    return this.#loaded.get(address)
  }
  async #load(address) {
    if (isDecoration.test(address)) throw new TypeError(`${address} is not needed`)
    const module = await this.#turn.then(() => this.#read(address))
    // One at a time: they share most of what they import.
    if (module.status === "unlinked") await (this.#turn = this.#turn.then(() => module.status === "unlinked" && module.link((name, from) => this.#read(new URL(name, from.identifier).href))))
    await module.evaluate()
    return module.namespace
  }
  #read(address) {
    if (!this.#modules.has(address)) this.#modules.set(address, sourceOf(address).then(source => this.#compile(address, source)))
    return this.#modules.get(address)
  }
  #compile(address, source) {
    const module = new vm.SourceTextModule(source, { identifier: address, context: this.#context, cachedData: compiled.get(address) })
    if (!compiled.has(address)) compiled.set(address, module.createCachedData())
    return module
  }

  /** What an answer says of counters, for the check of what is drawn. */
  tell({ address }, { headers, text }) {
    if (headers.has("fivebar-page")) this.hear(text)
    if (!headers.has("fivebar-answer")) return
    const answer = JSON.parse(text || "{}"), isList = address.endsWith("/operations")
    for (const { counter, count, revision } of isList ? answer.counters ?? [] : [answer]) {
      if (count !== undefined) this.learn({ counter: String(counter), count: BigInt(count), revision })
    }
  }

  /** What a window tells another one was told to it. */
  passOn(page, { told = [] }) {
    for (const { operation, answer } of told) {
      if (operation.counter && answer?.count !== undefined) page.told.push({ counter: operation.counter, count: BigInt(answer.count), revision: answer.revision })
    }
  }
}
