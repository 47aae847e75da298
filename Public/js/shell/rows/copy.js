// Copies a row of a list, or a card, for something else that is listed.
/** A row like another one, for what the server has not numbered yet: its name is that of the operation that made it. */
export function copyOf(row, name, title) {
  const copy = document.importNode(row, true), named = row.querySelector(".place-name").textContent
  const old = new RegExp(`([-/])${row.dataset.place}(?=$|[ /#])`, "g")
  for (const part of [copy, ...copy.querySelectorAll("*")]) {
    for (const attribute of ["id", "href", "action", "data-at", "aria-labelledby", "aria-describedby"]) {
      const value = part.getAttribute(attribute)
      if (value) part.setAttribute(attribute, value.replace(old, (_, before) => before + name))
    }
  }
  for (const button of copy.querySelectorAll("[data-move]")) button.setAttribute("aria-label", button.getAttribute("aria-label").replace(named, () => title))
  copy.dataset.place = name
  copy.classList.remove("place--chosen", "place--held")
  copy.querySelector(".place-name").textContent = title
  return copy
}
