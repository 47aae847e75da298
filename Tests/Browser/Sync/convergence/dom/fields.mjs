// What forms hold: the values of their fields, and what is sent of them.
import { SimulatedEvent } from "./events.mjs"

/** Whether what it shows at first is its text. */
export const isFilledIn = ({ localName }) => localName === "textarea"

export function defaultOf(field) {
  if (isFilledIn(field)) return field.textContent.replace(/^\n/, "")
  return field.getAttribute("value") ?? (field.type === "radio" || field.type === "checkbox" ? "on" : "")
}

/** Of a field that nobody has touched. */
export function valueOf(field) {
  if (field.localName !== "select") return defaultOf(field)
  const option = field.options.find(option => option.defaultSelected) ?? field.options[0]
  return option?.getAttribute("value") ?? ""
}

/** A form's `elements`: a list that also knows its fields by name. Several of one name are one choice. */
export function controls(form) {
  const all = form.querySelectorAll("[name]"), named = new Map()
  for (const { name } of all) {
    const fields = all.filter(field => field.name === name)
    named.set(name, fields.length > 1 ? choice(fields) : fields[0])
  }
  for (const [name, field] of named) if (!(name in all)) all[name] = field
  all.namedItem = name => named.get(name) ?? null
  return all
}

const choice = fields => Object.defineProperty(fields, "value", {
  get: () => fields.find(field => field.checked)?.value ?? "",
  set: value => { for (const field of fields) if (field.value === String(value)) field.checked = true },
})

const isSent = field => field.matches("input, select, textarea") && !field.disabled && (!["radio", "checkbox"].includes(field.type) || field.checked)

/** What is sent of a form; whoever listens for "formdata" adds to it. */
export class SimulatedFormData extends Map {
  constructor(form) {
    super()
    for (const field of form.elements) if (isSent(field)) this.set(field.name, field.value)
    form.dispatchEvent(new SimulatedEvent("formdata", { bubbles: true, formData: this }))
  }
}
