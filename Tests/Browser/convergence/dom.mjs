// As much of a document as the modules of Public/js need to draw on the server's own pages: elements, selectors, events
// and a reader of HTML. Lays nothing out.

export class SimulatedEvent {
  constructor(type, { bubbles = false, cancelable = false, ...more } = {}) {
    Object.assign(this, { type, bubbles, cancelable, defaultPrevented: false, isStopped: false, ...more })
  }
  preventDefault() { this.defaultPrevented ||= this.cancelable }
  stopPropagation() { this.isStopped = true }
}

export class Target {
  #listeners = []

  addEventListener(type, heard, options) {
    const { once = false, signal } = Object(options)
    this.#listeners.push({ type, heard, once })
    signal?.addEventListener("abort", () => this.removeEventListener(type, heard))
  }

  removeEventListener(type, heard) {
    this.#listeners = this.#listeners.filter(other => other.type !== type || other.heard !== heard)
  }

  dispatchEvent(event) {
    event.target ??= this
    for (const listener of this.#listeners.filter(({ type }) => type === event.type)) {
      if (listener.once) this.removeEventListener(listener.type, listener.heard)
      listener.heard.call(this, event)
    }
    if (event.bubbles && !event.isStopped) this.eventParent?.dispatchEvent(event)
    return !event.defaultPrevented
  }
}

class Node extends Target {
  parentElement = null
  childNodes = []

  get eventParent() { return this.parentElement ?? this.root }
  get isConnected() { return Boolean(this.root) || Boolean(this.parentElement?.isConnected) }
  get children() { return this.childNodes.filter(node => node.nodeType === 1) }
  get childElementCount() { return this.children.length }
  get firstChild() { return this.childNodes[0] ?? null }
  get firstElementChild() { return this.children[0] ?? null }
  get lastElementChild() { return this.children.at(-1) ?? null }
  get textContent() { return this.childNodes.map(node => node.textContent).join("") }
  set textContent(text) { this.replaceChildren(String(text)) }
  #beside(by, list) { return list?.[list.indexOf(this) + by] ?? null }
  get nextSibling() { return this.#beside(1, this.parentElement?.childNodes) }
  get nextElementSibling() { return this.#beside(1, this.parentElement?.children) }
  get previousElementSibling() { return this.#beside(-1, this.parentElement?.children) }

  contains(node) { return node === this || Boolean(node?.parentElement) && this.contains(node.parentElement) }
  remove() {
    const all = this.parentElement?.childNodes
    all?.splice(all.indexOf(this), 1)
    this.parentElement = null
  }
  #insert(place, nodes) {
    for (const node of nodes.map(node => typeof node === "string" ? new Text(node) : node)) {
      node.remove()
      this.childNodes.splice(place ? this.childNodes.indexOf(place) : this.childNodes.length, 0, node)
      node.parentElement = this
      if (node.localName === "link") Promise.resolve().then(() => { node.onload?.(); node.dispatchEvent(new SimulatedEvent("load")) })
    }
  }
  append(...nodes) { this.#insert(null, nodes) }
  prepend(...nodes) { this.#insert(this.childNodes[0], nodes) }
  appendChild(node) { this.append(node); return node }
  insertBefore(node, place) { this.#insert(place, [node]); return node }
  after(...nodes) { this.parentElement?.#insert(this.nextSibling, nodes) }
  before(...nodes) { this.parentElement?.#insert(this, nodes) }
  replaceWith(...nodes) { this.before(...nodes); this.remove() }
  replaceChildren(...nodes) {
    for (const node of this.childNodes) node.parentElement = null
    this.childNodes = []
    this.append(...nodes)
  }

  *descendants() { for (const child of this.children) { yield child; yield* child.descendants() } }
  querySelectorAll(selector) { return Array.from(this.descendants()).filter(element => matches(element, selector, this)) }
  querySelector(selector) {
    for (const element of this.descendants()) if (matches(element, selector, this)) return element
    return null
  }
}

class Text extends Node {
  nodeType = 3
  constructor(data) { super(); this.data = data }
  get textContent() { return this.data }
  cloneNode() { return new Text(this.data) }
}

const dashed = name => `data-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
const dataOf = element => new Proxy({}, {
  get: (_, name) => element.getAttribute(dashed(name)) ?? undefined,
  set: (_, name, value) => { element.setAttribute(dashed(name), value); return true },
  has: (_, name) => element.hasAttribute(dashed(name)),
  deleteProperty: (_, name) => { element.removeAttribute(dashed(name)); return true },
})

export class Element extends Node {
  nodeType = 1
  #attributes = new Map()
  #value
  dataset = dataOf(this)
  constructor(localName) { super(); this.localName = localName }

  get attributes() { return Array.from(this.#attributes, ([name, value]) => ({ name, value })) }
  getAttribute(name) { return this.#attributes.get(name) ?? null }
  setAttribute(name, value) { this.#attributes.set(name, String(value)) }
  hasAttribute(name) { return this.#attributes.has(name) }
  removeAttribute(name) { this.#attributes.delete(name) }
  toggleAttribute(name, isOn) { isOn ? this.setAttribute(name, "") : this.removeAttribute(name) }

  get classList() {
    const all = () => this.className.split(" ").filter(Boolean)
    const add = (...names) => { this.className = Array.from(new Set([...all(), ...names])).join(" ") }
    const remove = (...names) => { this.className = all().filter(name => !names.includes(name)).join(" ") }
    return { add, remove, contains: name => all().includes(name), toggle: (name, isOn) => isOn ? add(name) : remove(name) }
  }

  get value() { return this.#value ?? this.getAttribute("value") ?? "" }
  set value(text) { this.#value = String(text) }
  get method() { return this.getAttribute("method") ?? "get" }
  get form() { return this.closest("form") }
  /** Of a form. */
  get elements() {
    const named = Object.fromEntries(this.querySelectorAll("[name]").map(field => [field.getAttribute("name"), field]))
    return { ...named, namedItem: name => named[name] ?? null }
  }
  get content() { return this }
  set innerHTML(html) { this.replaceChildren(...parse(html)) }
  insertAdjacentHTML(_, html) { this.append(...parse(html)) }

  cloneNode() {
    const copy = new Element(this.localName)
    for (const { name, value } of this.attributes) copy.setAttribute(name, value)
    copy.append(...this.childNodes.map(node => node.cloneNode()))
    return copy
  }
  matches(selector) { return matches(this, selector) }
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null }
  focus() { if (this.isConnected) this.closest("html").root.activeElement = this }
  scrollIntoView() {}
  select() {}
  showModal() { this.open = true }
  close() { this.open = false }
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
  get() { return new URL(this.getAttribute(attribute.toLowerCase()) ?? "", this.closest("html").root.address).href },
  set(value) { this.setAttribute(attribute.toLowerCase(), value) },
})
Object.defineProperty(Element.prototype, "hidden", {
  get() { return this.hasAttribute("hidden") },
  set(value) { this.toggleAttribute("hidden", Boolean(value)) },
})

export class Document extends Target {
  constructor(html, address) {
    super()
    this.address = address
    const nodes = parse(html)
    this.documentElement = nodes.find(node => node.localName === "html") ?? new Element("html")
    if (!nodes.includes(this.documentElement)) this.documentElement.append(new Element("head"), ...nodes)
    this.documentElement.root = this
    this.body = this.querySelector("body") ?? this.documentElement.appendChild(new Element("body"))
    this.head = this.querySelector("head") ?? this.documentElement.appendChild(new Element("head"))
    this.activeElement = this.body
  }
  get eventParent() { return this.defaultView }
  get title() { return this.querySelector("title").textContent }
  set title(text) { this.querySelector("title").textContent = text }
  querySelector(selector) { return matches(this.documentElement, selector) ? this.documentElement : this.documentElement.querySelector(selector) }
  querySelectorAll(selector) { return this.documentElement.querySelectorAll(selector) }
  getElementById(id) { return this.querySelector(`[id="${id}"]`) }
  createElement(name) { return new Element(name) }
  importNode(node) { return node.cloneNode() }
}

// Selectors: lists of compounds with " " and ">", as far as the modules use them.

const compiled = new Map()
const alternatives = /(?:\[[^\]]*\]|\([^)]*\)|[^,])+/g, steps = />|(?:\[[^\]]*\]|\([^)]*\)|[^\s>])+/g

function matches(element, selector, scope) {
  if (!compiled.has(selector)) compiled.set(selector, selector.match(alternatives).map(path => compile(path.match(steps))))
  return compiled.get(selector).some(test => test(element, scope))
}

/** @param {string[]} path such as ["form", ">", "ol", ".card"] */
function compile(path) {
  const last = compound(path.at(-1)), isDirect = path.at(-2) === ">"
  if (path.length === 1) return last
  const rest = compile(path.slice(0, isDirect ? -2 : -1))
  return (element, scope) => {
    let above = element.parentElement
    if (!last(element, scope)) return false
    if (isDirect) return Boolean(above) && rest(above, scope)
    while (above && !rest(above, scope)) above = above.parentElement
    return Boolean(above)
  }
}

function compound(text) {
  const tests = []
  const rest = text.replace(/\[([\w-]+)(?:([$^*]?)="?([^"\]]*)"?)?\]|:not\(([^)]*)\)|:([\w-]+)|([.#]?)([\w-]+|\*)/g, (all, name, how, value, not, state, mark, word) => {
    if (name) tests.push(element => {
      const has = element.getAttribute(name)
      if (has === null || value === undefined) return has !== null
      return how === "$" ? has.endsWith(value) : how === "^" ? has.startsWith(value) : how === "*" ? has.includes(value) : has === value
    })
    else if (not !== undefined) tests.push((element, scope) => !matches(element, not, scope))
    else if (state) tests.push((element, scope) => state === "scope" && element === scope)
    else if (mark === ".") tests.push(element => element.classList.contains(word))
    else if (mark === "#") tests.push(element => element.id === word)
    else if (word !== "*") tests.push(element => element.localName === word)
    return ""
  })
  if (rest) throw new SyntaxError(`no such selector here: ${text}`)
  return (element, scope) => tests.every(test => test(element, scope))
}

// HTML as the server writes it, which is well-formed.

const empty = new Set(["meta", "link", "input", "br", "img", "hr", "wbr"])
const entities = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: "\u00a0" }
const decoded = text => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) =>
  name ? entities[name] ?? all : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(number)))

/** Shapes that drawings use are seen by nobody here. @returns {Node[]} */
function parse(html) {
  const top = new Element("top"), open = [top], seen = html.replace(/<svg class="hidden"[^]*?<\/svg>/g, "")
  for (const [, text, , end, name, attributes, isClosed] of seen.matchAll(/([^<]+)|(<!--[^]*?-->|<![^>]*>)|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*"|=[^\s"'>]+)?)*)\s*(\/?)>/g)) {
    if (text) open.at(-1).append(decoded(text))
    else if (end) while (open.length > 1 && open.pop().localName !== end);
    else if (name) {
      const element = new Element(name)
      for (const [, key, , quoted, bare] of attributes.matchAll(/([^\s=]+)(=(?:"([^"]*)"|([^\s"]+)))?/g)) element.setAttribute(key, decoded(quoted ?? bare ?? ""))
      open.at(-1).append(element)
      if (!isClosed && !empty.has(name)) open.push(element)
    }
  }
  const nodes = top.childNodes
  for (const node of nodes) node.parentElement = null
  return nodes
}
