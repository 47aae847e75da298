// How long a text is in letters, as people count them, and as the server does: in grapheme clusters.

/** @param {string} text @returns {number} */
export function letters(text) {
  if (!("Segmenter" in Intl)) return text.trim().length
  let count = 0
  for (const _ of new Intl.Segmenter().segment(text.trim())) count += 1
  return count
}

/** Whether a text has more. What is short enough is not looked through. @param {string} text @param {number} most */
export const isLonger = (text, most) => text.length > most && letters(text) > most
