// One event stream for all windows of a browser, which has six connections for them on plain HTTP: the window with the
// stream informs the others. While nothing arrives, each window polls by itself. Hidden windows do neither.
import { load } from "../shell/load.js"

const askEvery = 20_000
const silentFor = 50_000
const longestPause = 60_000
const now = () => performance.now()

let address, page, channel, seen, events, opened, told, retry
let failures = 0, heard = 0, asked = 0
/** Whether the window that should have the stream has none. */
let isOff = false

/** @param {number} revision the page's @param {{ hear: (revision: number) => void, ask: () => void }} heedful */
export function follow(from, revision, heedful) {
  address = from
  page = heedful
  told = revision
  addEventListener("pageshow", begin)
  addEventListener("pagehide", end)
  document.addEventListener("visibilitychange", () => document.hidden ? end() : begin())
  begin()
  channel?.postMessage({ begun: revision })
}

function begin() {
  if (seen || document.hidden) return
  seen = new AbortController()
  heard = now()
  isOff = false
  const { signal } = seen, name = `fivebar-stream ${address}`
  channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : undefined
  if (channel) channel.onmessage = ({ data }) => take(data)
  const watching = setInterval(watch, 2_000)
  signal.addEventListener("abort", () => { clearInterval(watching); channel?.close(); close() })
  if (navigator.locks) {
    const untilHidden = new Promise(done => signal.addEventListener("abort", done))
    navigator.locks.request(name, { signal }, () => { open(); return untilHidden }).catch(() => {})
  } else load("./lease.js", import.meta.url).then(({ hold }) => hold(name, signal, open, close), () => {})
}

function end() {
  seen?.abort()
  seen = undefined
}

function open() {
  if (!seen || events) return
  events = new EventSource(address)
  opened = heard = now()
  for (const name of ["revision", "heartbeat"]) events.addEventListener(name, ({ data }) => {
    if (name === "revision") told = Number(data)
    say({ revision: told })
  })
  // Browsers do not reconnect by themselves after an error response.
  events.onerror = fail
}

function close() {
  clearTimeout(retry)
  events?.close()
  events = undefined
}

function fail() {
  // Such as after signing out.
  const isRefused = events.readyState === EventSource.CLOSED
  close()
  failures = now() - opened > silentFor ? 1 : failures + 1
  say({ isOff: true, isRefused })
  retry = setTimeout(open, Math.min(longestPause, 500 * 2 ** failures) * (0.5 + Math.random() / 2))
}

function say(message) {
  channel?.postMessage(message)
  take(message)
}

function take({ revision, begun, ...message }) {
  // A page of another account: reopen the stream for it.
  if (begun !== undefined) return void (events && begun !== told && (close(), open()))
  if (message.isOff && !isOff) asked = now()
  isOff = Boolean(message.isOff)
  if (message.isRefused) page.ask()
  if (isOff) return
  heard = now()
  page.hear(revision)
}

function watch() {
  if (events && now() - heard > silentFor) fail()
  if (!isOff && now() - heard <= silentFor || now() - asked < askEvery) return
  asked = now()
  page.ask()
}
