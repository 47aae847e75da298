// Elements: their attributes, classes and data, and what forms and dialogs have besides.
import { SimulatedEvent } from "./events.mjs"
import { controls, defaultOf, isFilledIn, valueOf } from "./fields.mjs"
import { parse } from "./html.mjs"
import { Node } from "./node.mjs"
import { matches } from "./selectors.mjs"

const dashed = name => `data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
const camel = name => name.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
const dataOf = element => new Proxy({}, {
  get: (_, name) => element.getAttribute(dashed(name)) ?? undefined,
  set: (_, name, value) => { element.setAttribute(dashed(name), value); return true },
  has: (_, name) => element.hasAttribute(dashed(name)),
  deleteProperty: (_, name) => { element.removeAttribute(dashed(name)); return true },
  ownKeys: () => element.attributes.map(({ name }) => name).filter(name => name.startsWith("data-")).map(camel),
  getOwnPropertyDescriptor: (_, name) => ({ value: element.getAttribute(dashed(name)), enumerable: true, configurable: true, writable: true }),
})

export class Element extends Node {
  nodeType = 1
  #attributes = new Map()
  #value
  #isChecked
  dataset = dataOf(this)
  style = {}
  // Nothing is anywhere here.
  scrollLeft = 0
  scrollTop = 0
  getBoundingClientRect() { return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 } }
  constructor(localName) {
    super()
    this.localName = localName
    // What is in a template is not in the document.
    if (localName === "template") this.content = new Element("#fragment")
  }

  get nodeName() { return this.localName.toUpperCase() }
  get attributes() { return Array.from(this.#attributes, ([name, value]) => ({ name, value })) }
  getAttribute(name) { return this.#attributes.get(name) ?? null }
  setAttribute(name, value) { this.#attributes.set(name, String(value)) }
  hasAttribute(name) { return this.#attributes.has(name) }
  removeAttribute(name) { this.#attributes.delete(name) }
  toggleAttribute(name, isOn = !this.hasAttribute(name)) { isOn ? this.setAttribute(name, "") : this.removeAttribute(name) }

  get classList() {
    const all = () => this.className.split(" ").filter(Boolean)
    const add = (...names) => { this.className = Array.from(new Set([...all(), ...names])).join(" ") }
    const remove = (...names) => { this.className = all().filter(name => !names.includes(name)).join(" ") }
    return { add, remove, contains: name => all().includes(name), toggle: (name, isOn) => isOn ? add(name) : remove(name) }
  }

  get value() { return this.#value ?? valueOf(this) }
  set value(text) { this.#value = String(text) }
  get defaultValue() { return defaultOf(this) }
  set defaultValue(text) { isFilledIn(this) ? this.textContent = text : this.setAttribute("value", text) }
  get valueAsNumber() { return Date.parse(this.value) }
  get checked() { return this.#isChecked ?? this.hasAttribute("checked") }
  set checked(isOn) {
    const isRadio = isOn && this.getAttribute("type") === "radio"
    for (const other of isRadio ? this.form?.elements ?? [] : []) if (other.name === this.name) other.#isChecked = false
    this.#isChecked = Boolean(isOn)
  }
  get defaultChecked() { return this.hasAttribute("checked") }
  set defaultChecked(isOn) { this.toggleAttribute("checked", isOn) }
  get defaultSelected() { return this.hasAttribute("selected") }
  set defaultSelected(isOn) { this.toggleAttribute("selected", isOn) }
  /** Of an option. */
  get selected() { return this.closest("select").value === (this.getAttribute("value") ?? "") }
  get options() { return this.querySelectorAll("option") }
  get type() { return this.getAttribute("type") ?? { button: "submit", input: "text", select: "select-one" }[this.localName] ?? this.localName }
  get method() { return this.getAttribute("method") ?? "get" }
  get form() { return this.closest("form") }
  get elements() { return this.localName === "form" ? controls(this) : undefined }
  set innerHTML(html) { this.replaceChildren(...parse(html)) }
  /** Enough to compare. */
  get innerHTML() { return this.childNodes.map(node => node.data ?? `<${node.localName} ${node.attributes.map(({ name, value }) => `${name}="${value}"`).join(" ")}>${node.innerHTML}</>`).join("") }
  insertAdjacentHTML(_, html) { this.append(...parse(html)) }

  cloneNode() {
    const copy = new Element(this.localName)
    for (const { name, value } of this.attributes) copy.setAttribute(name, value)
    copy.append(...this.childNodes.map(node => node.cloneNode()))
    copy.content?.append(...this.content.childNodes.map(node => node.cloneNode()))
    return copy
  }
  isEqualNode(other) {
    const isAlike = this.localName === other.localName && this.#attributes.size === other.#attributes.size && this.childNodes.length === other.childNodes.length
    return isAlike && this.attributes.every(({ name, value }) => other.getAttribute(name) === value) && this.childNodes.every((child, place) => child.isEqualNode(other.childNodes[place]))
  }
  matches(selector) { return matches(this, selector) }
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null }
  focus() { if (this.isConnected) this.closest("html").root.activeElement = this }
  scrollIntoView() {}
  select() {}
  getBoundingClientRect() { return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 } }
  showModal() { this.open = true }
  close() {
    if (!this.open) return
    this.open = false
    Promise.resolve().then(() => this.dispatchEvent(new SimulatedEvent("close")))
  }
  click() {
    const isMeant = this.dispatchEvent(new SimulatedEvent("click", { bubbles: true, cancelable: true, button: 0 }))
    if (isMeant && this.localName === "button" && this.getAttribute("type") !== "button") this.form?.requestSubmit(this)
  }
  /** What would lead to another page leads nowhere. */
  requestSubmit(submitter = null) { this.dispatchEvent(new SimulatedEvent("submit", { bubbles: true, cancelable: true, submitter })) }
}
for (const [property, attribute] of Object.entries({
  id: "id", className: "class", name: "name", ariaLabel: "aria-label",
})) Object.defineProperty(Element.prototype, property, {
  get() { return this.getAttribute(attribute) ?? "" },
  set(value) { this.setAttribute(attribute, value) },
})
for (const attribute of ["action", "formAction", "href"]) Object.defineProperty(Element.prototype, attribute, {
  // All addresses of the server have a path, also those of what is in no document.
  get() { return new URL(this.getAttribute(attribute.toLowerCase()) ?? "", this.closest("html")?.root.address ?? "http://nowhere").href },
  set(value) { this.setAttribute(attribute.toLowerCase(), value) },
})
for (const attribute of ["hidden", "open", "disabled", "readOnly"]) Object.defineProperty(Element.prototype, attribute, {
  get() { return this.hasAttribute(attribute.toLowerCase()) },
  set(value) { this.toggleAttribute(attribute.toLowerCase(), Boolean(value)) },
})
