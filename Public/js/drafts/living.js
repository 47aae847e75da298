// Which pages of this browser live: one that has drafts holds a lock of its own name, which is free once the page ends, however it
// ends. On plain http there are no locks: all pages have one name there, and none is known to live.
import { named, newIdentifier } from "../sync/stamp.js"

/** This page's name; empty without locks. */
export const page = navigator.locks ? newIdentifier().slice(-12) : ""
const lockOf = page => named(`page-${page}`)
/** The page before this one in its tab. Its lock may seem to be held for a moment longer. */
const before = named("page-before")

let leave, living = new Set()

/** From here on other pages know that this one lives. */
export function live() {
  if (!page || leave) return
  const left = new Promise(done => { leave = done })
  navigator.locks.request(lockOf(page), () => left).catch(() => {})
}

// With a lock, a browser would not keep the page for the way back.
addEventListener("pagehide", () => {
  leave?.()
  try { sessionStorage.setItem(before, page) } catch { /* its lock is free soon */ }
})
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !leave) return
  leave = undefined
  live()
})

/** Looks which ones live now. */
export async function look() {
  if (!page) return
  const { held = [] } = await navigator.locks.query().catch(() => ({}))
  living = new Set(held.map(({ name }) => name))
  try { living.delete(lockOf(sessionStorage.getItem(before))) } catch { /* as above */ }
}

/** Whether another page lived when that was looked at. */
export const isLiving = other => other !== page && living.has(lockOf(other))
