// Says that the server has refused what was chosen, and shows what it has instead. Its sentence is on the page of the settings.
import { fetchPage } from "../sync/pages/fetch.js"
import { showLook } from "../shell/style/look.js"
import { at } from "../sync/stamp.js"
import { tellRefusal } from "../sync/status.js"

const pageIn = async response => new DOMParser().parseFromString(await response.text(), "text/html")

/** @param {Response} response that refuses them */
export async function showWhatIsSaved(response) {
  const saved = await fetchPage(at("settings")), page = await pageIn(saved?.ok ? saved : response)
  showLook(page)
  const form = page.querySelector("[data-choices]")
  for (const shown of form ? document.querySelectorAll("[data-choices]") : []) putBack(shown, form)
  tellRefusal(form?.dataset.wordsRefused ?? page.querySelector("h1")?.textContent, "settings")
}

/** @param {HTMLFormElement} shown @param {HTMLFormElement} saved the same one, as the server has it */
function putBack(shown, saved) {
  for (const field of shown.elements) {
    if (!field.name || field.type === "hidden") continue
    const isChoice = field.matches("[type=radio], [type=checkbox]"), of = Array.from(saved.elements).filter(({ name }) => name === field.name)
    const same = isChoice ? of.find(({ value }) => value === field.value) : of[0]
    if (isChoice) field.checked = Boolean(same?.checked)
    else if (same) field.value = same.value
  }
}
