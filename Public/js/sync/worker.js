// The service worker: keeps what pages are made of, and each page as it was last seen, so that Fivebar opens without a
// network. Never answers a POST, and never keeps a page with secrets. Started by sw.js, which names this build's
// hash, the site's base path and the files.
/* global base, build, isSignInByWebServer, files */
const filesOf = `fivebar-files ${base}/ `
const own = filesOf + build
const pages = `fivebar-pages ${base}/ `
/** In place of a page that is not kept; among the goals it looks like them. */
const offline = `${base}/offline`, offlineGoals = `${offline}/goals`
/** The page of any counter, which its script fills in, also for the full screen, and those of any goal. */
const blankCounter = `${offline}/counter`, blankGoal = `${offline}/goal`
const insteads = [offline, offlineGoals, blankCounter, `${blankCounter}/full`, blankGoal, `${blankGoal}/edit`]
/** The page of a counter, or of a goal, by its number or by the operation that makes it. */
const ofCounter = /^\/counters\/(?:(\d+)|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\/full)?$/
const ofGoal = /^\/goals\/(?:(\d+)|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\/edit)?$/
/** How long a page may take before its last copy is shown instead, in milliseconds. */
const patience = 4_000
/** How many pages are kept; the ones that were not opened for longest go first. */
const mostPages = 200

addEventListener("install", event => {
  // It waits until the pages of the version before are closed: they need its files.
  event.waitUntil(caches.open(own).then(cache => cache.addAll([...files, ...insteads])))
})

addEventListener("activate", event => event.waitUntil(Promise.all([
  registration.navigationPreload?.enable(), clients.claim(), forgetEarlierBuilds(),
])))

/** Kept pages may be of the build before this one, so its files stay. */
async function forgetEarlierBuilds() {
  // In the order in which they were made.
  const names = (await caches.keys()).filter(name => name.startsWith(filesOf))
  const used = names.slice(-2)
  for (const name of names) if (!used.includes(name)) await caches.delete(name)
  const cache = await keptPages()
  for (const key of await cache?.keys() ?? []) {
    const html = await (await cache.match(key, { ignoreVary: true }))?.text()
    if (!used.some(name => html?.includes(`/assets/${name.slice(filesOf.length)}/`))) await cache.delete(key, { ignoreVary: true })
  }
}

/** A page that was loaded before there was a service worker has to be asked for again. One that was just being loaded
    when this one became active was not claimed with the others. */
addEventListener("message", event => {
  event.waitUntil(Promise.all([clients.claim(), ...event.data.keep.map(address => fetchPage({ request: new Request(address), waitUntil: work => event.waitUntil(work) }))]))
})

addEventListener("fetch", event => {
  const { request } = event, { origin, pathname } = new URL(request.url)
  // A form is left to the browser, which says where it comes from.
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(`${base}/`)) return
  const path = pathname.slice(base.length)
  if (/^\/(assets|geometry|shapes|flourishes|styles)\//.test(path)) event.respondWith(file(request))
  else if (request.mode === "navigate") event.respondWith(page(event, path))
})

/** An address with a hash never changes its content. */
async function file(request) {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  // A stranger answers with a page, and whatever is kept once is never asked for again.
  if (response.ok && !response.redirected && !response.headers.get("content-type")?.startsWith("text/html")) {
    const copy = response.clone()
    caches.open(own).then(cache => cache.put(request, copy)).catch(() => {})
  }
  return response
}

/** The page as it is now, or else as it was last seen, or else a page that says so. */
async function page(event, path) {
  const fresh = fetchPage(event)
  event.waitUntil(fresh)
  const late = new Promise(resolve => setTimeout(resolve, patience))
  const response = await Promise.race([fresh, late])
  if (response && response.status < 500 && !await isInTheWay(event, response)) return response
  const { request } = event, kept = await lastSeen(request, path)
  // Without either there is nothing to do but wait.
  return kept ?? await blankPage(request, path) ?? response ?? await fresh ?? notKept(path)
}

/** Whether it is no page of ours, such as a proxy's refusal, in answer to somebody who goes on from a page of ours: what they did
    there may wait, and is drawn on the page as it was last seen. Whoever opens Fivebar, or loads the page again, comes to it:
    they may have to sign in there. Where a redirect leads is not told: it is ours if the server answers besides. */
async function isInTheWay({ request }, response) {
  const isAgain = ["no-cache", "reload"].includes(request.cache), isSignIn = response.status === 401 && isSignInByWebServer
  if (isFromUs(response) || isAgain || isSignIn || !request.referrer.startsWith(`${location.origin}${base}/`)) return false
  return response.type !== "opaqueredirect" || !isFromUs(await fetch(`${base}/health`, { method: "HEAD", cache: "no-store", redirect: "manual" }).catch(() => null))
}

const isFromUs = response => ["fivebar-page", "fivebar-answer"].some(name => response?.headers.has(name))

/** Null without a response. Keeps it if it is a page of ours: a captive portal answers everything, too. */
async function fetchPage(event) {
  const { request, preloadResponse } = event
  const response = await Promise.resolve(preloadResponse).then(preloaded => preloaded ?? fetch(request)).catch(() => null)
  if (response?.ok && response.headers.get("fivebar-page") === "yes" && isLasting(request.url)) event.waitUntil(keep(request, response.clone()).catch(() => {}))
  // What is gone for the server is not shown as it was.
  if (response?.status === 404 && response.headers.has("fivebar-page")) event.waitUntil(drop({ request, waitUntil: work => event.waitUntil(work) }).catch(() => {}))
  // Nobody is signed in any more, as the server says, or the web server where that signs in: what was kept is not for whoever comes next.
  if (response?.status === 401 && isSignInByWebServer || response?.status === 403 && response.headers.has("fivebar-answer")) await pagesOf("").catch(() => {})
  return response
}

/** Whether it is the page itself, and not what was searched for, or chosen for once. Only a notice may be added. */
const isLasting = address => Array.from(new URL(address).searchParams.keys()).every(key => ["undo", "deleted"].includes(key))

/** The list had it, too. */
async function drop({ request, waitUntil }) {
  const cache = await keptPages(), isKept = await cache?.delete(withoutQuery(request.url), { ignoreVary: true })
  if (isKept) await fetchPage({ request: new Request(`${base}/`), waitUntil })
}

/** A page that is put anew is missing for a moment, in which nobody may look for it. */
let putting = Promise.resolve()

async function keep(request, response) {
  const html = await response.text(), headers = new Headers(response.headers)
  headers.delete("content-encoding")
  putting = putting.then(() => put(withoutQuery(request.url), html, headers)).catch(() => {})
  await putting
  await renewOffline(html)
}

/** What is shown in place of a page speaks the language, and has the colours, of the page that was seen last. */
async function renewOffline(html) {
  const cache = await caches.open(own), shown = await (await cache.match(offline, { ignoreVary: true }))?.text()
  if (shown && rootOf(shown) !== rootOf(html)) await cache.addAll(insteads)
}

const rootOf = html => /^[^>]*>\s*<html[^>]*>/.exec(html)?.[0]

async function put(key, html, headers) {
  const cache = await pagesOf(accountOf(html))
  // Put anew, it becomes the last, and says that it was kept; on a full disk it stays as it was. A notice is of the moment, and
  // a form's id is for once.
  await cache.put(key, new Response(html.replace("<body", "<body data-kept").replace(/<section class="notice"[^]*?<\/section>/, "").replace(/(<input type="hidden" name="operation") value="[^"]*"/g, "$1 value=\"\""), { headers }))
  const keys = await cache.keys()
  for (const old of keys.slice(0, Math.max(0, keys.length - mostPages))) await cache.delete(old, { ignoreVary: true })
}

const accountOf = html => /^[^>]*>\s*<html[^>]* data-account="(\d+)"/.exec(html)?.[1] ?? ""

/** The pages of the account that is open. Those of one that was open before are nobody's business. */
async function pagesOf(account) {
  const name = pages + account
  for (const other of await caches.keys()) if (other.startsWith(pages) && other !== name) await caches.delete(other)
  return caches.open(name)
}

async function lastSeen(request, path) {
  await putting
  // It leads to where one was, which only the server knows.
  if (path === "/open") return Response.redirect(`${base}/`)
  if (path !== "/" && !isLasting(request.url)) return undefined
  return (await keptPages())?.match(withoutQuery(request.url), { ignoreVary: true })
}

async function keptPages() {
  const name = (await caches.keys()).find(name => name.startsWith(pages))
  return name && caches.open(name)
}

/** The page to fill in for a counter or a goal that is not kept, if there is one: it is in the list, or may be made here. */
async function blankPage(request, path) {
  const [isCounter, counter, full = ""] = ofCounter.exec(path) ?? [], [isGoal, goal, edit = ""] = ofGoal.exec(path) ?? []
  // Of a long goal it has the year of today.
  if (!isCounter && !(isGoal && isLasting(request.url))) return undefined
  if (counter && !await isListed("/", ` data-counter="${counter}"`) || goal && !await isListed("/goals", `/goals/${goal}#today"`)) return undefined
  return (await caches.open(own)).match(isCounter ? blankCounter + full : blankGoal + edit, { ignoreVary: true })
}

async function isListed(path, part) {
  const list = await (await keptPages())?.match(`${location.origin}${base}${path}`, { ignoreVary: true })
  return (await list?.text())?.includes(part)
}

const withoutQuery = address => address.split(/[?#]/)[0]

async function notKept(path) {
  const cache = await caches.open(own)
  return await cache.match(/^(\/offline)?\/goals/.test(path) ? offlineGoals : offline, { ignoreVary: true }) ?? Response.error()
}
