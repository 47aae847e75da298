// Opens and closes the sheets that ask something. Escape closes one without help.
// Knows no question.

/** Opens a sheet with the focus where the answer begins. */
export function openSheet(sheet, focused) {
  sheet.showModal()
  focused?.focus()
}

document.addEventListener("click", event => {
  // The form fills the sheet, so a click on the sheet itself is one beside it.
  if (event.target.matches("dialog[open]")) event.target.close()
  else event.target.closest("[data-close]")?.closest("dialog").close()
})

// A page that comes back from the browser's memory must not still ask.
addEventListener("pageshow", event => {
  if (event.persisted) for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close()
})

/** Whether the click asks for a new tab or window, which is the link's own business. */
export const isElsewhere = event => event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
