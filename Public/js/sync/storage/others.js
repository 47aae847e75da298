// What waits in this browser for accounts other than the page's, in both places: it can be sent once they are opened here again.
import { load } from "../../shell/load.js"
import { isKey, keys, read, remove } from "../queue.js"
import { at } from "../stamp.js"
import { noted } from "./moved.js"

function keysOfOthers() {
  const own = new Set(keys())
  try { return Object.keys(localStorage).filter(key => isKey(key) && !own.has(key)).sort() } catch { return [] }
}

/** @returns {import("./database.js").Entry[]} Of what is damaged there is nothing to tell but that it is there. */
export const operationsOfOthers = () => keysOfOthers().map(key => [key, read(key)]).map(([key, operation]) =>
  [key, operation?.kind ? operation : { id: key, kind: "", change: {} }])

/** @returns {Promise<import("./database.js").Entry[]>} */
export const storedOfOthers = async () => noted() === "1" ? (await import("./database.js")).pageOfOthers() : []

export async function numberOfOthers() {
  const stored = noted() === "1" ? await import("./database.js").then(({ countOthers }) => countOthers()).catch(() => 0) : 0
  return keysOfOthers().length + stored
}

/** @param {string[]} keys */
export async function removeOfOthers(keys) {
  for (const key of keys) remove(key)
  if (noted() === "1") await (await import("./database.js")).take(keys)
}

/** The sentence that so many wait for another account, from the page that lists them: hardly anybody needs it elsewhere.
    @returns {Promise<string | undefined>} with "{number}" */
export async function wordsForOthers() {
  const isThere = page => page?.querySelector("[data-words-for-others]")
  if (isThere(document)) return isThere(document).dataset.wordsForOthers
  const { fetchOrLastSeen } = await load("../pages/fetch.js", import.meta.url), response = await fetchOrLastSeen(at("waiting"))
  const page = response && new DOMParser().parseFromString(await response.text(), "text/html")
  return page?.documentElement.lang === document.documentElement.lang ? isThere(page)?.dataset.wordsForOthers : undefined
}
