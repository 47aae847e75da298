// The real server, and what it should know: each operation once, in the order in which operations first reached it.
import { ask } from "./network.mjs"

/** What a form of the pages is as an operation, by its address. */
const forms = [
  [/^\/counters$/, ({ title, suggestion }) => ({ kind: "createCounter", change: { title: title || suggestion } })],
  [/^\/counters\/([^/]+)\/title$/, ({ title }, counter) => ({ kind: "rename", change: { counter, title } })],
  [/^\/counters\/([^/]+)\/reset$/, ({ seen }, counter) => ({ kind: "reset", change: { counter, seen: Number(seen) } })],
  [/^\/counters\/([^/]+)\/deletion$/, (_, counter) => ({ kind: "deleteCounter", change: { counter } })],
  [/^\/undo$/, ({ undo }) => ({ kind: "undo", change: { operation: undo } })],
  [/^\/goals$/, ({ name, color }) => ({ kind: "createGoal", change: { name, color: Number(color) } })],
  [/^\/goals\/([^/]+)$/, ({ draft, name, color }, goal) => {
    const [shownColor, , , , , ...shownName] = draft.split(" ")
    return { kind: "editGoal", change: { goal, ...name !== shownName.join(" ") && { name }, ...color !== shownColor && { color: Number(color) } } }
  }],
  [/^\/goals\/([^/]+)\/archive$/, ({ archived }, goal) => ({ kind: "archiveGoal", change: { goal, archived: archived === "yes" } })],
  [/^\/goals\/([^/]+)\/place$/, ({ after }, goal) => ({ kind: "moveGoal", change: { goal, after } })],
]

export class Server {
  revision = 0
  /** Open event streams. */
  streams = new Set()
  /** What has arrived, by id, in order: the change, from which browser, what it came to. */
  arrivals = new Map()
  /** How many requests have changed something. */
  #requests = 0
  /** @type {Map<string, {title: string, count: bigint, steps: object[]}>} by number */
  counters = new Map()
  #numbers = new Map()
  faults = []

  constructor(address) { this.address = address }

  async take({ method, address, headers, body, browser }, cookies) {
    const cookie = Array.from(cookies, pair => pair.join("=")).join("; ")
    const reply = await ask(address, { method, headers: { ...headers, cookie }, body })
    if (method === "POST") this.#note(new URL(address).pathname, body, reply, browser)
    return reply
  }

  #note(path, body, { status, headers, text }, browser) {
    const isList = path === "/operations", answer = headers.has("fivebar-answer") ? JSON.parse(text || "{}") : {}
    if (isList && status !== 200) return void this.faults.push(`a list was answered ${status}: ${text}`)
    if (status >= 500) return void this.faults.push(`${path} was answered ${status}: ${text}`)
    const operations = isList ? JSON.parse(body) : this.#formAt(path, new URLSearchParams(body)), arrivedAt = Date.now()
    // Such as /goals/7#today.
    const [, led] = /\/goals\/(\d+)/.exec(headers.get("location")) ?? []
    this.#requests += 1
    operations.forEach((operation, place) => {
      const receipt = isList ? answer.receipts[place] : { id: operation.id, status: status < 400 ? "applied" : "refused", ...led && { goal: Number(led) }, ...answer }
      if (receipt.id !== operation.id) this.faults.push(`the answer to ${operation.id} is missing`)
      const known = this.arrivals.get(operation.id), isApplied = receipt.status === "applied"
      // A form's page may say what has become of a counter meanwhile.
      if (isList && known?.isList && known.isApplied !== isApplied) this.faults.push(`${operation.kind} ${operation.id} was answered ${JSON.stringify(known.receipt)} and then ${JSON.stringify(receipt)}`)
      if (known && (known.isList || known.isApplied)) return
      this.revision = Math.max(this.revision, answer.revision ?? this.revision + 1)
      this.arrivals.set(operation.id, { ...operation, browser, isList, isApplied, receipt, arrivedAt, request: this.#requests, revision: receipt.revision ?? this.revision })
      if (isApplied) this.#apply(operation, receipt)
    })
    for (const stream of this.streams) stream.say(this.revision)
  }

  #formAt(path, fields) {
    for (const [address, read] of forms) {
      const [, name] = address.exec(path) ?? []
      if (address.test(path)) return [{ id: fields.get("operation"), at: Number(fields.get("at")), ...read(Object.fromEntries(fields), name) }]
    }
    return []
  }

  /** The number of a counter or a goal, also of one that is named by the operation that made it. */
  numberOf(name) { return this.#numbers.get(String(name)) ?? String(name) }

  #apply({ id, kind, change }, receipt) {
    const number = this.numberOf(change.counter), counter = this.counters.get(number)
    const step = (kind, delta) => {
      // What was taken from 0 took nothing, whatever is undone later.
      const counted = -smaller(-delta, counter.count)
      counter.count += counted
      counter.steps.push({ id, kind, delta: counted, count: counter.count })
    }
    switch (kind) {
    case "createCounter":
      this.#numbers.set(id, String(receipt.counter))
      if (receipt.counter) this.counters.set(String(receipt.counter), { title: change.title, count: 0n, steps: [] })
      break
    case "createGoal": return void this.#numbers.set(id, String(receipt.goal))
    case "increment": return step(kind, BigInt(change.by))
    case "decrement": return step(kind, -BigInt(change.by))
    case "reset": return step(kind, -BigInt(change.seen))
    case "undo": return this.#undo(change.operation)
    }
  }

  /** As the ledger does: what stands is counted anew since the last reset, and what was before that is settled. */
  #undo(id) {
    const of = Array.from(this.counters.values()).find(({ steps }) => steps.some(step => step.id === id))
    if (!of) return
    const place = of.steps.findIndex(step => step.id === id), step = of.steps[place]
    if (step.isUndone || of.steps.slice(place).some(({ kind }) => kind === "reset")) return
    step.isUndone = true
    const settled = of.steps.findLastIndex(({ kind }) => kind === "reset")
    of.count = of.steps.slice(settled + 1).filter(({ isUndone }) => !isUndone).reduce((count, { delta }) => count - smaller(-delta, count), of.steps[settled]?.count ?? 0n)
  }
}

export const smaller = (one, other) => one < other ? one : other
