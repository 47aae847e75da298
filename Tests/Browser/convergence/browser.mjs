// One simulated browser, which is a device: its storage, locks and channels, and its pages. Each page runs Public/js as it
// is in a context of its own, so a page that crashes leaves nothing behind but what is in the storage.
import { readFileSync } from "node:fs"
import vm from "node:vm"
import { Document, SimulatedEvent, Target } from "./dom.mjs"
import { Network, ask } from "./network.mjs"

const scripts = new URL("../../../Public/js/", import.meta.url)
/** What only sounds or moves. */
const isDecoration = /\/(aloud|flourish|motion)\.js$|\/(shapes|flourishes)\//
const sources = new Map()

async function sourceOf(address) {
  if (!sources.has(address)) {
    const [, file] = /\/assets\/\w+\/js\/(.*)/.exec(address) ?? []
    sources.set(address, file ? readFileSync(new URL(file, scripts), "utf8") : (await ask(address, {})).text)
  }
  return sources.get(address)
}

class Storage {
  constructor(browser, page) {
    const { stored } = browser
    const methods = {
      getItem: key => stored.get(String(key)) ?? null,
      setItem(key, value) {
        if (browser.isFull) throw new DOMException("", "QuotaExceededError")
        stored.set(String(key), String(value))
        browser.tellStored(page, String(key), String(value))
      },
      removeItem(key) {
        if (stored.delete(String(key))) browser.tellStored(page, String(key), null)
      },
    }
    return new Proxy(methods, {
      ownKeys: () => Array.from(stored.keys()),
      getOwnPropertyDescriptor: (_, key) => stored.has(key) ? { value: stored.get(key), enumerable: true, configurable: true } : undefined,
    })
  }
}

export class Browser {
  /** What localStorage holds. */
  stored = new Map()
  isFull = false
  cookies = new Map([["fivebar-tutorial", "done"], ["fivebar-zone", "UTC"]])
  pages = []
  /** How far its clock is off, in milliseconds. */
  clockIsOff = 0
  /** The page as the service worker has kept it. */
  kept
  channels = new Set()
  locks = new Map()
  faults = []

  constructor(world, server, name) {
    Object.assign(this, { world, server, name })
    this.network = new Network(world, server, this.cookies)
  }

  get waiting() { return Array.from(this.stored.keys()).filter(key => key.startsWith("fivebar-operation-")).sort() }

  goOnline(isOnline) {
    if (this.network.isOnline === isOnline) return
    this.network.isOnline = isOnline
    for (const page of this.pages) page.window.dispatchEvent(new SimulatedEvent(isOnline ? "online" : "offline"))
  }

  /** Opens a tab: with the page as it is now, or as it was last seen. Without either there is none. */
  open() {
    this.network.send({ method: "GET", address: `${this.server.address}/`, headers: { accept: "text/html" } }, reply => {
      if (reply?.headers.has("fivebar-page")) this.kept = reply.text
      if (this.kept) this.pages.push(new Page(this, this.kept))
    })
  }

  close(page, isInPeace = true) {
    if (page.isOver) return
    if (isInPeace) page.window.dispatchEvent(new SimulatedEvent("pagehide"))
    page.end()
    this.pages = this.pages.filter(other => other !== page)
  }

  tellStored(from, key, newValue) {
    for (const page of this.pages) if (page !== from) page.after(1, () => page.window.dispatchEvent(new SimulatedEvent("storage", { key, newValue })))
  }

  /** Web Locks: one holder, the others in turn. */
  request(page, name, { signal } = {}, work) {
    return new Promise((done, failed) => {
      const line = this.locks.get(name) ?? []
      this.locks.set(name, line)
      const turn = { page, begin: () => { turn.isHeld = true; Promise.resolve().then(work).then(done, failed).finally(() => this.release(name, turn)) } }
      line.push(turn)
      signal?.addEventListener("abort", () => {
        if (turn.isHeld) return
        this.release(name, turn)
        failed(new DOMException("", "AbortError"))
      })
      if (line[0] === turn) turn.begin()
    })
  }
  release(name, turn) {
    const line = this.locks.get(name), place = line.indexOf(turn)
    if (place < 0) return
    line.splice(place, 1)
    if (place === 0) line[0]?.begin()
  }
}

export class Page {
  isOver = false
  /** The states that the server has told it. */
  told = []
  #modules = new Map()
  #loaded = new Map()
  #turn = Promise.resolve()
  #timers = new Map()
  #streams = new Set()

  constructor(browser, html) {
    this.browser = browser
    this.world = browser.world
    this.document = new Document(html, browser.server.address)
    this.document.defaultView = this.window = new Target()
    this.document.cookie = Array.from(browser.cookies, pair => pair.join("=")).join("; ")
    // Scripts call them without a window.
    for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) this.window[name] = this.window[name].bind(this.window)
    this.#context = vm.createContext(Object.assign(this.window, this.#globals()))
    vm.runInContext(`globalThis.Date = class extends Date {
      constructor(...parts) { parts.length > 0 ? super(...parts) : super(simulatedTime()) }
      static now() { return simulatedTime() }
    }; Math.random = simulatedChance`, this.#context)
    this.hear(html)
    for (const script of this.document.querySelectorAll("script")) this.import(new URL(script.getAttribute("src"), browser.server.address).href).catch(error => this.fail(error))
  }
  #context

  get time() { return Math.floor(this.world.began + this.world.now + this.browser.clockIsOff) }
  fail(error) { if (!this.isOver) this.browser.faults.push(error.stack ?? String(error)) }

  end() {
    this.isOver = true
    for (const timer of this.#timers.values()) this.world.forget(timer)
    for (const stream of this.#streams) this.browser.server.streams.delete(stream)
    for (const channel of this.browser.channels) if (channel.page === this) this.browser.channels.delete(channel)
    for (const [name, line] of this.browser.locks) for (const turn of line.slice()) if (turn.page === this) this.browser.release(name, turn)
  }

  /** Something later, unless the page is gone by then. */
  after(pause, happens) {
    const timer = this.world.after(pause, () => {
      this.#timers.delete(timer)
      if (this.isOver) return
      try { happens() } catch (error) { this.fail(error) }
    })
    this.#timers.set(timer, timer)
    return timer
  }

  /** A state the page has seen of each counter. */
  hear(html) {
    for (const [, counter, count, revision] of html.matchAll(/data-counter="([^"]+)" data-count="(\d+)" data-revision="(\d+)"/g)) this.told.push({ counter, count: BigInt(count), revision: Number(revision) })
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
    return new vm.SourceTextModule(source, {
      identifier: address, context: this.#context,
      initializeImportMeta: meta => { meta.url = address },
      importModuleDynamically: async name => {
        const other = new URL(name, address).href
        await this.import(other)
        return this.#modules.get(other)
      },
    })
  }

  // What a browser gives to scripts

  #globals() {
    const page = this, { browser, world, document } = this, { server, network } = browser
    const timeout = (happens, pause, ...parts) => this.after(pause, () => happens(...parts))
    const interval = (happens, pause) => {
      const again = () => { this.#timers.set(name, this.after(pause, () => { again(); happens() })) }
      const name = Symbol("interval")
      again()
      return name
    }
    const forget = timer => {
      world.forget(this.#timers.get(timer) ?? timer)
      this.#timers.delete(timer)
    }
    const location = new URL(server.address)
    const reload = () => { this.after(0, () => { browser.close(this); browser.open() }) }
    return {
      document, SimulatedEvent, URL, URLSearchParams, TextEncoder, AbortController, console,
      window: this.window, Event: SimulatedEvent, Node: { ELEMENT_NODE: 1 },
      CustomEvent: class extends SimulatedEvent {},
      simulatedTime: () => this.time, simulatedChance: () => world.random(),
      setTimeout: timeout, clearTimeout: forget, setInterval: interval, clearInterval: forget, queueMicrotask,
      performance: { now: () => world.now, getEntriesByType: () => [{ type: "navigate" }] },
      AbortSignal: { timeout: pause => {
        const control = new AbortController()
        this.after(pause, () => control.abort())
        return control.signal
      } },
      crypto: { getRandomValues: bytes => bytes.map((_, place) => { bytes[place] = world.below(256) }) && bytes },
      localStorage: new Storage(browser, this), sessionStorage: new Storage({ stored: new Map(), tellStored() {} }, this),
      location: Object.assign(Object.create(null), { href: location.href, origin: location.origin, pathname: "/", search: "", hash: "", protocol: "http:", reload, assign: reload, replace: reload, toString: () => location.href }),
      history: { replaceState() {} },
      navigator: { get onLine() { return network.isOnline }, locks: { request: (...parts) => browser.request(page, parts[0], parts.length > 2 ? parts[1] : {}, parts.at(-1)) } },
      matchMedia: () => ({ matches: false, addEventListener() {} }),
      CSS: { escape: text => text },
      // What is under a finger matters to nobody here.
      MutationObserver: class { observe() {} },
      DOMParser: class { parseFromString(html) { return new Document(html, server.address) } },
      FormData: class extends Map {
        constructor(form) { super(form.querySelectorAll("input[name]").map(field => [field.name, field.value])) }
      },
      BroadcastChannel: class {
        constructor(name) { Object.assign(this, { name, page }); browser.channels.add(this) }
        postMessage(data) {
          for (const other of browser.channels) if (other !== this && other.name === this.name) other.page.after(1, () => {
            page.passOn(other.page, data)
            other.onmessage?.({ data: structuredClone(data) })
          })
        }
        close() { browser.channels.delete(this) }
      },
      EventSource: class extends Target {
        readyState = 1
        constructor() {
          super()
          Object.assign(this, { page })
          page.#streams.add(this)
          page.after(50, () => {
            if (!network.isOnline || world.isLucky(network.trouble)) return this.onerror?.()
            server.streams.add(this)
            this.say(server.revision)
          })
        }
        say(revision) {
          page.after(world.between(5, 100), () => {
            if (network.isOnline) this.dispatchEvent(new SimulatedEvent("revision", { data: String(revision) }))
            else if (server.streams.delete(this)) this.onerror?.()
          })
        }
        close() { server.streams.delete(this) }
      },
      fetch: (address, { method = "GET", headers, body, signal } = {}) => new Promise((answered, failed) => {
        const request = {
          method, address: new URL(address, server.address).href, headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
          body: body === undefined ? undefined : String(body), browser,
        }
        if (body instanceof URLSearchParams) request.headers["content-type"] = "application/x-www-form-urlencoded"
        signal?.addEventListener("abort", () => failed(new DOMException("", "TimeoutError")))
        network.send(request, reply => {
          if (this.isOver) return
          if (!reply) return failed(new TypeError("Failed to fetch"))
          this.#tell(request, reply)
          answered(new Response([204, 304].includes(reply.status) ? null : reply.text, { status: reply.status, headers: reply.headers }))
        })
      }),
      Response,
    }
  }

  /** What an answer says of counters, for the check of what is drawn. */
  #tell({ address }, { headers, text }) {
    if (headers.has("fivebar-page")) this.hear(text)
    if (!headers.has("fivebar-answer") || !address.endsWith("/operations")) return
    for (const { counter, count, revision } of JSON.parse(text).counters ?? []) this.told.push({ counter: String(counter), count: BigInt(count), revision })
  }
  passOn(page, { operation, answer }) {
    if (operation?.counter && answer?.count !== undefined) page.told.push({ counter: operation.counter, count: BigInt(answer.count), revision: answer.revision })
  }
}
