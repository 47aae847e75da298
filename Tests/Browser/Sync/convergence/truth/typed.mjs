// What was typed is not lost: it is on the server, or kept where it was typed, unless somebody who saw it has removed it.
import { Fault } from "../fault.mjs"

/** @param {{goals: object[]}} state what the server says */
export function checkTyped({ server, typed, forgotten }, { goals }) {
  const there = JSON.stringify(goals)
  const came = JSON.stringify(Array.from(server.arrivals.values(), ({ change }) => change))
  for (const { text, browser, page, isNote } of typed) {
    // Of a name the later one stays.
    if (has(there, text) || forgotten.has(text) || !isNote && has(came, text)) continue
    if (Array.from(browser.stored.values()).some(value => has(value, text))) continue
    // What was never sent is kept for a month by the browser's own clock, and where there is no room until the tab is closed.
    const isDraft = !has(came, text) && !Array.from(browser.queued.values()).some(operation => has(JSON.stringify(operation), text))
    if (isDraft && (browser.clockWasSet || browser.wasFull && page.isOver)) continue
    if (isDraft && !page.isOver && page.document.querySelectorAll("[data-draft] input, textarea").some(({ value }) => has(value, text))) continue
    throw new Fault(`${text} was typed in browser ${browser.name} at ${page.path}, and is lost`)
  }
}

/** Words are numbered: W1 is not in W12. */
const has = (all, text) => new RegExp(`\\b${text}\\b`).test(all.replaceAll("\\n", " "))
