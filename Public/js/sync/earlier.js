// Takes over what an earlier version left in this browser at a path: it gave it the same name at every path of a host. What
// it noted of this path says that it is this site's.
const plain = "fivebar-"

/** @param {string} path the site's @param {(name: string) => string} named how it names what it keeps */
export function takeOver(path, named) {
  try {
    const left = Object.keys(localStorage).filter(key => key.startsWith(plain) && key !== `${plain}clock`)
    if (!left.some(key => key.startsWith(`${plain}kept-revision-`) && key.endsWith(`-${path}`))) return
    for (const key of left) {
      localStorage.setItem(named(key.slice(plain.length)), localStorage.getItem(key))
      localStorage.removeItem(key)
    }
  } catch {
    // Without storage nothing was left; without room it stays where it is.
  }
}
