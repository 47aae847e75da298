// A formatted number as HTML in which it may break between its groups, and only there, as the server writes it. The cards of
// the first load have the same in counters/cards.js: a module of its own would weigh more. Knows no language.

/** @param {string} text of digits, signs and separators only */
export const breakable = text => text.length > 11 ? text.replace(/(?=\s)|[,.]/g, "$&<wbr>") : text
