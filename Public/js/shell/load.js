// Loads what an open page does by itself, however long the network is away. Browsers never ask again for a module that
// once did not come (whatwg/html#6768), so it is imported only when it and all that it imports could be fetched. What
// answers a press or a key is imported as usual: that is quicker, and if it fails, the link or form works;
// but not what is loaded here as well: its failure would be remembered.
/** How long to wait for an answer, and between two, in milliseconds. */
const longest = 20_000
const imported = /^(?:import|export)\b(?:.* from)? ["'](\.[^"']+)["']/gm

/** @type {Record<string, Promise<object>>} by address */
const loaded = {}

/** The module at a path, relative to the address `base`, as soon as it comes. @returns {Promise<object>} */
export function load(path, base) {
  const { href } = new URL(path, base)
  return loaded[href] ??= importOnceThere(href)
}

async function importOnceThere(address) {
  for (let pause = 500; ; pause = Math.min(longest, 2 * pause)) {
    // The network may be away again between the two.
    const module = await isThere(address) && await import(address).catch(() => null)
    if (module) return module
    await new Promise(done => setTimeout(done, pause * (1 + Math.random() / 2)))
  }
}

/** Leaves them in the browser's cache. */
async function isThere(address, asked = new Set()) {
  asked.add(address)
  try {
    // One that is never answered would be waited for without end.
    const response = await fetch(address, { signal: AbortSignal.timeout?.(longest) })
    // A captive portal answers with a page. Some web servers say application/javascript.
    if (!response.ok || !response.headers.get("content-type").includes("javascript")) return false
    const parts = Array.from((await response.text()).matchAll(imported), ([, path]) => new URL(path, address).href)
    return (await Promise.all(parts.filter(part => !asked.has(part)).map(part => isThere(part, asked)))).every(Boolean)
  } catch {
    // It is not, or not said to be one.
  }
}
