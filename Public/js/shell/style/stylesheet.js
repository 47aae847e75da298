// Adds style sheets of Public/css that a page came without.
const folder = new URL("../../../css/", import.meta.url)
/** @type {Map<string, Promise<boolean>>} */
const added = new Map()

/** Adds a sheet once. @param {string} path in Public/css, without its ending @returns {Promise<boolean>} whether it came: nothing waits in vain */
export function addStylesheet(path) {
  if (!added.has(path)) added.set(path, document.querySelector(`link[href$="/css/${path}.css"]`) ? Promise.resolve(true) : add(path))
  return added.get(path)
}

const add = path => new Promise(done => {
  const { href } = new URL(`${path}.css`, folder)
  const isDone = came => () => done(came)
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: isDone(true), onerror: isDone(false) }))
})
