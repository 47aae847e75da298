// The tree of a document: nodes, their places and texts. Lays nothing out.
import { SimulatedEvent, Target } from "./events.mjs"
import { matches } from "./selectors.mjs"

export class Node extends Target {
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
      if (node === place) continue
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
  /** All elements of that name, also those that come later. */
  getElementsByTagName(name) {
    const all = () => this.querySelectorAll(name)
    return new Proxy([], {
      get: (_, key) => { const list = all(), value = list[key]; return typeof value === "function" ? value.bind(list) : value },
      has: (_, key) => key in all(),
    })
  }
}

export class Text extends Node {
  nodeType = 3
  nodeName = "#text"
  constructor(data) { super(); this.data = data }
  get textContent() { return this.data }
  set textContent(text) { this.data = text }
  get nodeValue() { return this.data }
  set nodeValue(text) { this.data = text }
  cloneNode() { return new Text(this.data) }
  isEqualNode(other) { return other.nodeType === 3 && other.data === this.data }
}
