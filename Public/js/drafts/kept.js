// The drafts of this browser: what was typed and is not saved yet, by account, page and form. Where storage is full or refused
// they last as long as the tab, or the page. Knows no forms.
import { account, isDeleted, named } from "../sync/stamp.js"
import { isLiving, live, page } from "./living.js"

const prefix = named("draft-")
/** Drafts untouched for longer are deleted, in milliseconds. */
const keptFor = 30 * 86_400_000
const mostDrafts = 50
/** In UTF-16 code units. What is longer is left to the tab's own storage: taps that wait need the room. */
const longest = 100_000
/** What could not be stored. @type {Map<string, Draft>} */
const unstored = new Map()

/** @typedef {{fields: Record<string, string | boolean>, seen?: string, operation?: string, at?: number}} Draft what was
    changed in a form, by field; what the form had shown; and the operation it was sent as, if it was */

/** How the keys of this account's drafts begin: another account's have others. */
const ofAccount = `${prefix}${account ?? ""}/`

/** Where this page keeps its draft of a form. @param {string} name the path the form is sent to */
export const keyOf = name => ofAccount + page + name

/** The page in a draft's key; empty of one that was kept without locks. */
const pageOf = key => key.slice(prefix.length).split("/")[1]

function storages() {
  return ["localStorage", "sessionStorage"].flatMap(name => {
    try { return window[name] ?? [] } catch { return [] }
  })
}

/** When there was no Fivebar yet, in milliseconds since 1970. */
const beforeFivebar = Date.UTC(2026, 0)
/** What was typed while the clock was wrong by years is not old for that. */
const isOld = ({ at }) => !(at < beforeFivebar || Date.now() - at < keptFor)

function parse(text) {
  try {
    const draft = JSON.parse(text)
    return draft?.fields && !isOld(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

/** What was typed before there was an account belongs to the first one that is open here. */
export function takeOverNewcomers() {
  const newcomers = `${prefix}/`, isLeft = key => key.startsWith(newcomers) && !isLiving(pageOf(key))
  for (const storage of account ? storages() : []) {
    for (const key of Object.keys(storage).filter(isLeft)) {
      const name = ofAccount + key.slice(newcomers.length), [taken, there] = [key, name].map(key => parse(storage.getItem(key)))
      try { if (taken && !(there?.at > taken.at)) storage.setItem(name, storage.getItem(key)) } catch { continue }
      storage.removeItem(key)
    }
  }
}

/** The newest draft of that key. @returns {Draft | undefined} */
export function read(key) {
  const drafts = storages().map(storage => parse(storage.getItem(key)))
  return drafts.concat(unstored.get(key)).filter(Boolean).sort((one, other) => other.at - one.at)[0]
}

/** All drafts of a form, whichever pages have them, newest first. @param {string} name as above
    @returns {[key: string, draft: Draft][]} */
export function all(name) {
  const isOne = key => key.startsWith(ofAccount) && key === ofAccount + pageOf(key) + name
  const keys = new Set(storages().flatMap(storage => Object.keys(storage)).concat(Array.from(unstored.keys())).filter(isOne))
  return Array.from(keys, key => [key, read(key)]).filter(([, draft]) => draft).sort(([, one], [, other]) => other.at - one.at)
}

/** This page's draft of a form, or the newest that no living page has: that is this page's from then on.
    @param {string} name as above @returns {Draft | undefined} */
export function take(name) {
  const own = read(keyOf(name)), [key, left] = own ? [] : all(name).find(([key]) => !isLiving(pageOf(key))) ?? []
  if (key) rename(key, keyOf(name))
  return own ?? left
}

function rename(key, other) {
  live()
  for (const storage of storages()) {
    const text = storage.getItem(key)
    // Where there is no room for both, it stays.
    try { if (text !== null) storage.setItem(other, text) } catch { continue }
    storage.removeItem(key)
  }
}

/** @param {Draft} draft @returns {Draft} as it is kept */
export function write(key, draft) {
  const kept = { ...draft, at: Date.now() }, text = JSON.stringify(kept)
  if (isDeleted()) return kept
  live()
  let isKept = false
  for (const storage of storages()) {
    if (!isKept && store(storage, key, text)) isKept = true
    // An earlier text, or one that another storage has now.
    else storage.removeItem(key)
  }
  if (isKept) unstored.delete(key)
  else unstored.set(key, kept)
  return kept
}

function store(storage, key, text) {
  try {
    if (storage === window.localStorage && text.length > longest) return false
    if (storage.getItem(key) === null) tidy(storage)
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Deletes old and damaged drafts, and makes room for one more. */
function tidy(storage) {
  const drafts = []
  for (const key of Object.keys(storage).filter(key => key.startsWith(prefix))) {
    const draft = parse(storage.getItem(key))
    if (draft) drafts.push({ key, at: draft.at })
    else storage.removeItem(key)
  }
  drafts.sort((one, other) => other.at - one.at)
  for (const { key } of drafts.slice(mostDrafts - 1)) storage.removeItem(key)
}

export function remove(key) {
  unstored.delete(key)
  for (const storage of storages()) storage.removeItem(key)
}
