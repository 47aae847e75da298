// What a browser gives to the scripts of a page.
import { Document } from "./dom/document.mjs"
import { SimulatedEvent, Target } from "./dom/events.mjs"
import { SimulatedFormData } from "./dom/fields.mjs"
import { ask } from "./network.mjs"
import { Storage } from "./storage.mjs"

/** The names that a page's scripts find without importing them. @param {import("./page.mjs").Page} page */
export function platformOf(page) {
  const { browser, world, document } = page, { network } = browser
  return {
    document, SimulatedEvent, URL, URLSearchParams, TextEncoder, AbortController, Response, console, queueMicrotask,
    window: page.window, Event: SimulatedEvent, Node: { ELEMENT_NODE: 1 },
    CustomEvent: class extends SimulatedEvent {},
    simulatedTime: () => page.time, simulatedChance: () => world.random(),
    ...timersOf(page),
    performance: { now: () => world.now, getEntriesByType: () => [{ type: "navigate" }] },
    AbortSignal: { timeout: pause => {
      const control = new AbortController()
      page.after(pause, () => control.abort())
      return control.signal
    } },
    crypto: { getRandomValues: bytes => bytes.map((_, place) => { bytes[place] = world.below(256) }) && bytes },
    localStorage: new Storage(browser, page), sessionStorage: new Storage({ stored: page.tab, tellStored() {} }, page),
    location: locationOf(page),
    history: { replaceState() {} },
    navigator: { cookieEnabled: true, get onLine() { return network.isOnline }, locks: locksOf(page) },
    // What the service worker has kept.
    caches: { match: async address => {
      const kept = browser.kept.get(new URL(address, browser.server.address).pathname)
      return kept && new Response(kept)
    } },
    scrollX: 0, scrollY: 0,
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    CSS: { escape: text => text, supports: () => true },
    // What is under a finger matters to nobody here.
    MutationObserver: class { observe() {} },
    ResizeObserver: class { observe() {} disconnect() {} },
    DOMParser: class { parseFromString(html) { return new Document(html, document.address) } },
    FormData: SimulatedFormData,
    BroadcastChannel: channelOf(page), EventSource: streamOf(page),
    fetch: (address, wishes) => fetchFor(page, address, wishes),
  }
}

function timersOf(page) {
  const { timers, world } = page
  const forget = timer => {
    world.forget(timers.get(timer) ?? timer)
    timers.delete(timer)
  }
  const setInterval = (happens, pause) => {
    const again = () => { timers.set(name, page.after(pause, () => { again(); happens() })) }
    const name = Symbol("interval")
    again()
    return name
  }
  return { setTimeout: (happens, pause, ...parts) => page.after(pause, () => happens(...parts)), clearTimeout: forget, setInterval, clearInterval: forget }
}

const locksOf = page => ({
  request: (...parts) => page.browser.request(page, parts[0], parts.length > 2 ? parts[1] : {}, parts.at(-1)),
  query: async () => ({ held: Array.from(page.browser.locks).filter(([, line]) => line.length > 0).map(([name]) => ({ name })) }),
})

/** Whatever leads elsewhere closes the page, and opens the other one in the same tab. */
function locationOf(page) {
  const { href, origin, pathname, search } = new URL(page.document.address)
  const go = other => { page.after(0, () => page.browser.go(page, other)) }
  const reload = () => go(href)
  return Object.assign(Object.create(null), { href, origin, pathname, search, hash: "", protocol: "http:", reload, assign: go, replace: go, toString: () => href })
}

const channelOf = page => {
  const { channels } = page.browser
  return class {
    constructor(name) { Object.assign(this, { name, page }); channels.add(this) }
    postMessage(data) {
      for (const other of channels) if (other !== this && other.name === this.name) other.page.after(1, () => {
        page.passOn(other.page, data)
        other.onmessage?.({ data: structuredClone(data) })
      })
    }
    close() { channels.delete(this) }
  }
}

const streamOf = page => {
  const { world, browser: { network, server } } = page
  return class extends Target {
    readyState = 1
    constructor() {
      super()
      Object.assign(this, { page })
      page.streams.add(this)
      page.after(50, () => {
        if (!page.streams.has(this)) return
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
    close() {
      page.streams.delete(this)
      server.streams.delete(this)
    }
  }
}

const fetchFor = (page, address, { method = "GET", headers, body, signal } = {}) => new Promise((answered, failed) => {
  const { browser } = page, { href, pathname } = new URL(address, browser.server.address)
  const answer = reply => answered(Object.defineProperty(
    new Response([204, 304].includes(reply.status) ? null : reply.text, { status: reply.status, headers: reply.headers }), "url", { value: reply.address ?? href }))
  // The service worker has the files of its version.
  if (pathname.startsWith("/assets/")) return void ask(href, {}).then(reply => { if (!page.isOver) answer(reply) }, failed)
  const request = {
    method, address: href, headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
    body: body === undefined ? undefined : String(body), browser,
  }
  if (body instanceof URLSearchParams) request.headers["content-type"] = "application/x-www-form-urlencoded"
  signal?.addEventListener("abort", () => failed(new DOMException("", "TimeoutError")))
  browser.network.send(request, reply => {
    if (page.isOver) return
    if (!reply) return failed(new TypeError("Failed to fetch"))
    browser.keep(reply)
    page.tell(request, reply)
    answer(reply)
  })
})
