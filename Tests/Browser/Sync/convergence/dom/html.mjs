// Reads HTML as the server writes it, which is well-formed.
import { Element } from "./element.mjs"

const empty = new Set(["meta", "link", "input", "br", "img", "hr", "wbr"])
const entities = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'", nbsp: "\u00a0" }
const decoded = text => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, number, name) =>
  name ? entities[name] ?? all : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(number)))

/** Shapes that drawings use are seen by nobody here. @returns {Node[]} */
export function parse(html) {
  const top = new Element("top"), open = [top], seen = html.replace(/<svg class="hidden"[^]*?<\/svg>/g, "")
  const append = node => (open.at(-1).content ?? open.at(-1)).append(node)
  for (const [, text, , end, name, attributes, isClosed] of seen.matchAll(/([^<]+)|(<!--[^]*?-->|<![^>]*>)|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*"|=[^\s"'>]+)?)*)\s*(\/?)>/g)) {
    if (text) append(decoded(text))
    else if (end) while (open.length > 1 && open.pop().localName !== end);
    else if (name) {
      const element = new Element(name)
      for (const [, key, , quoted, bare] of attributes.matchAll(/([^\s=]+)(=(?:"([^"]*)"|([^\s"]+)))?/g)) element.setAttribute(key, decoded(quoted ?? bare ?? ""))
      append(element)
      if (!isClosed && !empty.has(name)) open.push(element)
    }
  }
  const nodes = top.childNodes
  for (const node of nodes) node.parentElement = null
  return nodes
}
