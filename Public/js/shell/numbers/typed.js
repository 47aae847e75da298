// Reads a typed whole number as the server does: in the digits of any script, grouped by spaces, by the language's own
// separator or not at all.
const digit = /^\p{Nd}$/u, space = /^\s$/u
const signs = { "+": "", "＋": "", "-": "-", "\u2212": "-", "－": "-" }
const halfWidth = { "，": ",", "．": "." }

/** Each script has its ten digits in order. */
function valueOf(character) {
  const code = character.codePointAt(0)
  let first = code
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}

/** @param {string} grouping what separates groups of three digits, besides spaces @returns {number | undefined} */
export function typedNumber(text, grouping) {
  const [first = "", ...others] = text.trim(), sign = signs[first]
  const groups = [""]
  let mark
  for (const character of sign === undefined ? [first, ...others] : others) {
    if (digit.test(character)) {
      groups[groups.length - 1] += valueOf(character)
      continue
    }
    const plain = space.test(character) ? " " : halfWidth[character] ?? character
    if (![" ", grouping].includes(plain) || (mark ?? plain) !== plain) return undefined
    mark = plain
    groups.push("")
  }
  const areWhole = groups.length === 1 ? groups[0] : /^.{1,3}$/.test(groups[0]) && groups.slice(1).every(group => group.length === 3)
  return areWhole ? Number((sign ?? "") + groups.join("")) : undefined
}
