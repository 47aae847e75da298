// As much of a document as the modules of Public/js need to draw on the server's own pages.
import { Element } from "./element.mjs"
import { Target } from "./events.mjs"
import { parse } from "./html.mjs"
import { matches } from "./selectors.mjs"

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
  get title() { return this.querySelector("title")?.textContent ?? "" }
  set title(text) { this.querySelector("title").textContent = text }
  querySelector(selector) { return matches(this.documentElement, selector) ? this.documentElement : this.documentElement.querySelector(selector) }
  querySelectorAll(selector) { return this.documentElement.querySelectorAll(selector) }
  getElementById(id) { return this.querySelector(`[id="${id}"]`) }
  createElement(name) { return new Element(name) }
  importNode(node) { return node.cloneNode() }
}
