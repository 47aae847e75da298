// The network between the browsers and the real server. It loses requests, and answers after the server had them; it
// delays and repeats; in between, a stranger answers: a hotel's page, a proxy whose server is away.
import http from "node:http"

const agent = new http.Agent({ keepAlive: true })
/** @typedef {{status: number, headers: Headers, text: string, address?: string}} Reply */

/** What the real server still works at. @type {Set<Promise<Reply>>} */
const unanswered = new Set()
/** Waits for an answer of the real server. @returns {Promise<boolean>} whether one was to come */
export async function nextAnswer() {
  const [first] = unanswered
  await first?.catch(() => {})
  return Boolean(first)
}

/** Files of one version never change. @type {Map<string, Promise<Reply>>} */
const files = new Map()
function fileAt(address) {
  if (!files.has(address)) files.set(address, askNow(address, {}))
  return files.get(address)
}

/** Asks the real server. @returns {Promise<Reply>} */
export function ask(address, request) {
  const isFile = new URL(address).pathname.startsWith("/assets/")
  const answer = (isFile ? fileAt(address) : askNow(address, request)).finally(() => unanswered.delete(answer))
  unanswered.add(answer)
  return answer
}

const askNow = (address, { method = "GET", headers, body }) => new Promise((answered, failed) => {
  const { origin } = new URL(address)
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
  const request = http.request(address, { agent, method, headers: { origin, ...headers, ...length } }, response => {
    let text = ""
    response.setEncoding("utf8").on("data", part => { text += part }).on("end", () => {
      answered({ status: response.statusCode, headers: new Headers(Object.entries(response.headers).flatMap(([name, value]) => [value].flat().map(value => [name, value]))), text })
    })
  })
  request.on("error", failed).end(body)
})

const stranger = (status, text, headers = {}) => ({ status, headers: new Headers({ "content-type": "text/html", ...headers }), text })
const strangers = [
  () => stranger(200, "<!doctype html><title>Welcome to our hotel</title>"),
  () => stranger(403, "<!doctype html><title>Sign in to our network</title>"),
  () => stranger(401, "Who are you?"),
  () => stranger(404, "No such page"),
  () => stranger(502, "Bad gateway"),
  () => stranger(503, "Busy", { "retry-after": "7" }),
]

/** One browser's way to the server. */
export class Network {
  isOnline = true
  /** How often something goes wrong, from 0 to 1. */
  trouble = 0
  underway = 0

  constructor(world, server, cookies) { Object.assign(this, { world, server, cookies }) }

  /** @param {(reply?: Reply) => void} end once at most; without a reply it failed */
  send(request, end) {
    const { world } = this, isBad = world.isLucky(this.trouble), way = isBad ? world.between(5, 15_000) : world.between(5, 80)
    this.underway += 1
    const close = (pause, reply) => void world.after(pause, () => { this.underway -= 1; end(this.isOnline ? reply : undefined) })
    if (!this.isOnline) return close(1)
    if (!isBad) return void world.after(way, async () => close(way, await this.deliver(request)))
    const fate = world.below(5)
    if (fate === 0) return close(way)
    if (fate === 1) return close(way, world.one(strangers)())
    // The server has it, now or late, once or twice, and the answer is lost, or comes.
    world.after(way, async () => {
      const reply = await this.deliver(request, fate === 2)
      close(way, fate === 2 ? undefined : reply)
      if (fate === 3) world.after(world.between(0, 20_000), () => this.deliver(request))
    })
  }

  /** Follows where the server leads. @param {boolean} [isLost] whether the browser never hears of what was done */
  async deliver(request, isLost) {
    const reply = await this.server.take(request, this.cookies), next = reply.headers.get("location")
    if (!isLost) for (const cookie of reply.headers.getSetCookie()) this.keep(cookie)
    if (!next) return { ...reply, address: request.address }
    const { accept } = request.headers
    return this.deliver({ method: "GET", address: new URL(next, request.address).href, headers: { accept }, browser: request.browser }, isLost)
  }

  keep(cookie) {
    const [name, value] = cookie.split(";")[0].split(/=(.*)/)
    if (/Max-Age=0\b/.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
