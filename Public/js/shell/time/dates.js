// Writes dates and ranges of them in the order that the server writes them in. Contains no texts.
const { lang } = document.documentElement
/** In English the site uses day-month order. */
export const language = lang === "en" ? "en-GB" : lang

/** Of a day, as its midnight by UTC. @param {Intl.DateTimeFormatOptions} options */
export const dates = options => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options })

/** The days from one to another, such as "1 Sep – 29 Nov". Each is whole, also at the end of a line, as the server writes it;
    only what stands between is the language's. @param {Date} first @param {Date} last @param {"numeric"} [year] whether to write it */
export function range(first, last, year) {
  const format = dates({ day: "numeric", month: "short", year })
  const { value: between } = format.formatRangeToParts(new Date("2001-01-01"), new Date(year ? "2002-02-02" : "2001-02-02"))
    .find(({ type, source }) => type === "literal" && source === "shared") ?? { value: " – " }
  return Array.from(new Set([first, last].map(day => format.format(day).replaceAll(" ", "\u00a0")))).join(between)
}
