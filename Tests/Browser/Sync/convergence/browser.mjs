// One simulated browser, which is a device: its storage, locks and channels, what its service worker would keep, and its tabs.
import { SimulatedEvent } from "./dom/events.mjs"
import { Network } from "./network.mjs"
import { Page } from "./page.mjs"

/** How the names of what waits begin, in its storage. */
const waits = "fivebar-operation-"

export class Browser {
  /** What localStorage holds. */
  stored = new Map()
  isFull = false
  cookies = new Map([["fivebar-tutorial", "done"], ["fivebar-zone", "UTC"]])
  pages = []
  /** How far its clock is off, in milliseconds. */
  clockIsOff = 0
  /** Pages by path, as the service worker has kept them. @type {Map<string, string>} */
  kept = new Map()
  /** What ever waited in it, by id. @type {Map<string, object>} */
  queued = new Map()
  channels = new Set()
  locks = new Map()
  faults = []
  /** The states that the server has told any of its tabs, as a kept page may show them. */
  told = []

  constructor(world, server, name) {
    Object.assign(this, { world, server, name })
    this.network = new Network(world, server, this.cookies)
  }

  get waiting() { return Array.from(this.stored.keys()).filter(key => key.startsWith(waits)).sort() }

  goOnline(isOnline) {
    if (this.network.isOnline === isOnline) return
    this.network.isOnline = isOnline
    for (const page of this.pages) page.window.dispatchEvent(new SimulatedEvent(isOnline ? "online" : "offline"))
  }

  /** Opens a tab: with the page as it is now, or as it was last seen. What was never seen leads back to one that was.
      @param {Map<string, string>} [tab] that of the page before it */
  open(path = "/", tab = new Map()) {
    this.network.send({ method: "GET", address: this.server.address + path, headers: { accept: "text/html" } }, reply => {
      const at = this.kept.has(path) ? path : this.kept.keys().next().value
      const page = this.keep(reply) ?? (at && { path: at, html: this.kept.get(at) })
      if (page) this.pages.push(new Page(this, page.html, page.path, tab))
    })
  }

  /** Keeps a page of ours, as the service worker does: without what is good for one time. @returns the page, if it is one */
  keep(reply) {
    if (reply?.status !== 200 || !reply.headers.has("fivebar-page")) return
    const { pathname: path, searchParams } = new URL(reply.address), { text: html } = reply
    const isLasting = Array.from(searchParams.keys()).every(key => ["undo", "deleted"].includes(key))
    const lasting = html.replace("<body", "<body data-kept").replace(/<section class="notice"[^]*?<\/section>/, "").replace(/(<input type="hidden" name="operation") value="[^"]*"/g, "$1 value=\"\"")
    if (isLasting && reply.headers.get("fivebar-page") === "yes") this.kept.set(path, lasting)
    return { path, html }
  }

  /** Leads a tab to another page, or to the same once more. */
  go(page, address) {
    this.close(page)
    this.open(new URL(address, page.document.address).pathname, page.tab)
  }

  close(page, isInPeace = true) {
    if (page.isOver) return
    if (isInPeace) page.window.dispatchEvent(new SimulatedEvent("pagehide"))
    page.end()
    this.pages = this.pages.filter(other => other !== page)
  }

  tellStored(from, key, newValue) {
    if (newValue && key.startsWith(waits)) this.queued.set(key.slice(-36), JSON.parse(newValue))
    for (const page of this.pages) if (page !== from) page.after(1, () => page.window.dispatchEvent(new SimulatedEvent("storage", { key, newValue })))
  }

  /** Web Locks: one holder, the others in turn. */
  request(page, name, { signal, ifAvailable = false } = {}, work) {
    if (ifAvailable) return Promise.resolve(work(this.locks.get(name)?.length > 0 ? null : { name }))
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

