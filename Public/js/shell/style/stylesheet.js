// Adds style sheets of Public/css that a page came without.
const folder = new URL("../../../css/", import.meta.url)
/** @type {Map<string, Promise<boolean>>} */
const added = new Map()

/** Adds a sheet once. @param {string} name without its ending @returns {Promise<boolean>} whether it came: nothing waits in vain */
export function addStylesheet(name) {
  if (!added.has(name)) added.set(name, document.querySelector(`link[href$="/css/${name}.css"]`) ? Promise.resolve(true) : add(name))
  return added.get(name)
}

const add = name => new Promise(done => {
  const { href } = new URL(`${name}.css`, folder)
  const isDone = came => () => done(came)
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: isDone(true), onerror: isDone(false) }))
})
