// What an earlier version left unsent: the address and the body of a form. Becomes an operation as they are made now.
import { add, remove } from "../queue.js"

/** @param {{id: string, action: string, body: string, counter?: string, goal?: string, day?: string}} form */
export function renew(key, form) {
  const fields = new URLSearchParams(form.body), change = changeOf(form, fields)
  remove(key)
  if (!change) return
  const { id, counter, goal, day } = form
  add({ id, counter, goal, day, ...change, at: Number(fields.get("at")), offset: Number(fields.get("offset")) })
}

function changeOf({ action }, fields) {
  const [what, of, noun] = new URL(action, location.href).pathname.split("/").reverse()
  const by = Number(fields.get("step") ?? 1)
  switch (what) {
  case "marks": return { kind: "increment", change: { counter: Number(of), by }, delta: by }
  case "erasures": return { kind: "decrement", change: { counter: Number(of), by }, delta: -by }
  case "undo": return { kind: "undo", change: { operation: fields.get("undo") } }
  case "mark": return { kind: "markDay", change: { goal: Number(noun), day: of, done: fields.get("done") === "yes" } }
  case "note": return { kind: "noteDay", change: { goal: Number(noun), day: of, note: fields.get("note"), seen: fields.get("seen") ?? undefined } }
  default: return undefined
  }
}
