// Copies what an element shows, also where there is no clipboard API. Contains no texts.

/** @param {HTMLInputElement | Element} element a field, or a list with a line each
    @returns {Promise<boolean>} whether it was copied; if not, it is selected, to be copied by hand */
export async function copy(element) {
  const { value } = element
  try {
    await navigator.clipboard.writeText(value ?? Array.from(element.children, line => line.textContent).join("\n"))
    return true
  } catch {
    // With plain HTTP there is only the old command.
    if (value === undefined) getSelection().selectAllChildren(element)
    else {
      element.focus()
      element.select()
    }
    return document.execCommand("copy")
  }
}
