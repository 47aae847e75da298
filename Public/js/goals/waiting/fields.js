// Shows in a goal's form what waits of it, made before the network came back.
import { keys, read } from "../../sync/queue.js"

/** @param {HTMLFormElement} form */
export function fillIn(form) {
  const goal = new URL(form.action).pathname.split("/").at(-1)
  for (const key of keys()) {
    const { kind, change } = read(key) ?? {}
    if (String(change?.goal) === goal) fill(form, kind, change)
  }
}

function fill(form, kind, { name, color, range, reminder, follows, archived }) {
  const set = (field, value) => { form.elements.namedItem(field).value = value }
  if (name !== undefined) set("name", name)
  if (color !== undefined) set("color", color)
  if (range) {
    set("start", range.start)
    set("end", range.end)
    set("length", "date")
  }
  if (reminder !== undefined) set("reminder", reminder === "none" ? "" : [reminder / 60, reminder % 60].map(part => String(Math.floor(part)).padStart(2, "0")).join(":"))
  if (follows && form.elements.namedItem("counter")) {
    set("counter", follows.counter ?? "")
    set("target", follows.target ?? "")
  }
  const button = kind === "archiveGoal" && document.querySelector("[data-archive] button")
  if (!button) return
  button.value = archived ? "no" : "yes"
  button.textContent = archived ? button.dataset.wordsUnarchive : button.dataset.wordsArchive
}
