// One stream of events for all windows of a browser, which has six connections for them on plain http: the one that has
// it tells the others. While nothing is heard, each asks by itself. A window that nobody sees does neither.
const askEvery = 20_000
const silentFor = 50_000
const longestPause = 60_000
const now = () => performance.now()

let address, page, channel, seen, events, opened, told, retry
let failures = 0, heard = 0, asked = 0
/** Whether the window whose turn it is has no stream. */
let isOff = false

/** @param {number} revision of the page @param {{ hear: (revision: number) => void, ask: () => void }} heedful */
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
  channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => take(data)
  const watching = setInterval(watch, 2_000)
  signal.addEventListener("abort", () => { clearInterval(watching); channel.close(); close() })
  if (navigator.locks) {
    const untilHidden = new Promise(done => signal.addEventListener("abort", done))
    navigator.locks.request(name, { signal }, () => { open(); return untilHidden }).catch(() => {})
  } else import("./lease.js").then(({ hold }) => hold(name, signal, open, close), () => {})
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
  // By itself a browser gives up after a refusal.
  events.onerror = fail
}

function close() {
  clearTimeout(retry)
  events?.close()
  events = undefined
}

function fail() {
  // As is who was signed out.
  const isRefused = events.readyState === EventSource.CLOSED
  close()
  failures = now() - opened > silentFor ? 1 : failures + 1
  say({ isOff: true, isRefused })
  retry = setTimeout(open, Math.min(longestPause, 500 * 2 ** failures) * (0.5 + Math.random() / 2))
}

function say(message) {
  channel.postMessage(message)
  take(message)
}

function take({ revision, begun, ...message }) {
  // A page of another account: so is the stream from now on.
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
