// Selectors: lists of compounds with " " and ">", as far as the modules of Public/js use them.

const compiled = new Map()
const alternatives = /(?:\[[^\]]*\]|\([^)]*\)|[^,])+/g, steps = />|(?:\[[^\]]*\]|\([^)]*\)|[^\s>])+/g

const states = {
  scope: (element, scope) => element === scope,
  checked: element => element.checked,
  disabled: element => element.disabled,
  focus: element => focused(element) === element,
  "focus-within": element => element.contains(focused(element)),
  // The hand of a schedule touches, and its touch is over at once.
  hover: () => false,
}

const focused = element => element.closest("html")?.root.activeElement ?? null

export function matches(element, selector, scope) {
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
  const rest = text.replace(/\[([\w-]+)(?:([$^*]?)="?([^"\]]*)"?)?\]|:(not|is)\(([^)]*)\)|:([\w-]+)|([.#]?)([\w-]+|\*)/g, (all, name, how, value, takes, inner, state, mark, word) => {
    if (name) tests.push(element => {
      const has = element.getAttribute(name)
      if (has === null || value === undefined) return has !== null
      return how === "$" ? has.endsWith(value) : how === "^" ? has.startsWith(value) : how === "*" ? has.includes(value) : has === value
    })
    else if (takes) tests.push((element, scope) => matches(element, inner, scope) === (takes === "is"))
    else if (state && states[state]) tests.push(states[state])
    else if (state) return all
    else if (mark === ".") tests.push(element => element.classList.contains(word))
    else if (mark === "#") tests.push(element => element.id === word)
    else if (word !== "*") tests.push(element => element.localName === word)
    return ""
  })
  if (rest) throw new SyntaxError(`no such selector here: ${text}`)
  return (element, scope) => tests.every(test => test(element, scope))
}
