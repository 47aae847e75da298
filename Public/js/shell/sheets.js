// Opens and closes dialogs. Escape works without a script. Knows no specific dialog.

/** Opens a dialog with the focus on its first input. */
export function openSheet(sheet, focused) {
  sheet.showModal()
  focused?.focus()
}

document.addEventListener("click", event => {
  // The form fills the dialog, so a click on the dialog itself is outside of it.
  if (event.target.matches("dialog[open]")) event.target.close()
  else event.target.closest("[data-close]")?.closest("dialog").close()
})

// A page restored from the browser's cache must not show the dialog.
addEventListener("pageshow", event => {
  if (event.persisted) for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close()
})

/** Whether the click opens a new tab or window, which is left to the browser. */
export const isElsewhere = event => event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
