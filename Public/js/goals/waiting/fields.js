// Shows in a goal's form what waits of it, made before the network came back.
import { typedNumber } from "../../shell/numbers/typed.js"
import { keys, read } from "../../sync/queue.js"

/** @param {HTMLFormElement} form */
export function fillIn(form) {
  const goal = new URL(form.action).pathname.split("/").at(-1)
  let isFilled = false
  for (const key of keys()) {
    const { kind, change, isRemoved } = read(key) ?? {}
    if (String(change?.goal) !== goal || isRemoved) continue
    fill(form, kind, change)
    isFilled = true
  }
  if (!isFilled) return
  noteShown(form)
  settle(form)
}

/** What is typed from here on differs from it, and is a draft. @param {HTMLFormElement} form */
export function settle(form) {
  for (const field of form.elements) {
    if (field.matches("[type=radio], [type=checkbox]")) field.defaultChecked = field.checked
    else if (field.matches("select")) for (const option of field.options) option.defaultSelected = option.selected
    else if (field.matches("input, textarea")) field.defaultValue = field.value
  }
}

/** What the form shows, as the server writes it: only what differs from it is changed. */
function noteShown(form) {
  const value = field => form.elements.namedItem(field)?.value ?? "", draft = form.elements.namedItem("draft")
  if (!draft) return
  const [hours, minutes] = value("reminder").split(":").map(Number)
  draft.value = [
    value("color"), value("start"), value("end"), value("reminder") ? hours * 60 + minutes : "-",
    value("counter") ? `${value("counter")}:${typedNumber(value("target"), form.elements.namedItem("target").dataset.grouping)}` : "-", value("name"),
  ].join(" ")
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
