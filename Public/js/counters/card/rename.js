// Renames a counter in place: Enter and blur save, Escape cancels. What was typed in a tab that was killed comes back.
import { clear, mark } from "../../shell/complain.js"
import { isLonger } from "../../shell/numbers/letters.js"
import { nameOf } from "../../sync/stamp.js"
import { tell, tellProblem } from "./gesture.js"
import { bringBack, drop } from "../../drafts/drafts.js"
import { unframe } from "../new/unframed.js"

/** What says how long a name may be: the field of a new one's, or what leads to the page of this one's. */
const limited = "#create-title, [data-rename][data-most]"

/** @param {Element} card */
export function rename(card) {
  const name = card.querySelector("[data-name]"), title = card.querySelector("[data-collapse]") ?? name
  const opener = document.activeElement
  if (title.hidden) return
  const field = Object.assign(document.createElement("input"), { id: `rename-${card.dataset.counter}`, className: "text-field card-rename", name: "title", defaultValue: name.textContent, dir: "auto", enterKeyHint: "done", autocomplete: "off" })
  // Taps on the card do not send it.
  field.setAttribute("form", "")
  field.dataset.draft = new URL(addressOf(card), location).pathname
  const { textContent, ariaLabel } = document.querySelector("[data-rename]"), { most, tooLong } = document.querySelector(limited).dataset
  field.setAttribute("aria-label", ariaLabel ?? textContent)
  title.hidden = true
  title.after(field)
  card.dataset.folding = ""
  field.focus()
  field.select()
  field.addEventListener("fivebar-filled", () => field.select())
  bringBack(field, title.parentElement)
  document.addEventListener("pointerup", () => field.focus(), { once: true })

  let isOver = false
  function end(isKept) {
    if (isOver) return
    clear(field)
    // What the server refuses would wait in vain without a network.
    if (isKept && isLonger(field.value, Number(most))) return mark(field, tooLong, title.parentElement)
    isOver = true
    const typed = field.value.trim(), before = name.textContent
    const hadFocus = document.activeElement === field
    card.removeEventListener("focusout", leave)
    card.querySelector(".brought-back")?.remove()
    field.remove()
    title.hidden = false
    if (hadFocus) focus(title === name ? opener : title)
    if (isKept && typed && typed !== before) return save(card, typed, before).then(isSaved => { if (isSaved) drop(field) })
    drop(field)
    free(card)
  }
  field.addEventListener("keydown", event => {
    if (event.isComposing || event.keyCode === 229 || !["Enter", "Escape"].includes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    end(event.key === "Enter")
  })
  const isHere = element => element === field || Boolean(element?.closest(".brought-back"))
  // Another window may have the focus for a while: the field has it again after that.
  const isAway = target => document.activeElement === target
  function leave({ target, relatedTarget }) { if (isHere(target) && !isHere(relatedTarget) && !isAway(target)) end(true) }
  card.addEventListener("focusout", leave)
}

function focus(element) {
  unframe(element)
  element.focus()
}

const addressOf = card => card.querySelector("[data-tap]").getAttribute("formaction").replace(/marks$/, "title")

/** @returns {Promise<boolean>} whether it is saved, or waits to be sent */
async function save(card, typed, before) {
  // It may be open beside the list, too.
  const names = Array.from(document.querySelectorAll(`[data-counter="${CSS.escape(card.dataset.counter)}"] [data-name]`))
  const write = title => { for (const name of names) name.textContent = title }
  write(typed)
  const address = addressOf(card)
  const from = card.querySelector("input[name=from]")?.value
  const change = { counter: nameOf(card.dataset.counter), title: typed }
  const response = await tell(address, from ? { title: typed, from } : { title: typed }, { kind: "rename", change })
  if (response?.ok) {
    // A counter's own page has its title.
    if (names.some(({ id, isConnected }) => id === "title" && isConnected)) document.title = document.title.replace(before, () => typed)
  } else {
    write(before)
    // An invalid title is shown on its own page, with the input.
    if (response?.status === 422) submit(address, typed)
    else await tellProblem(response)
  }
  free(card)
  return Boolean(response?.ok)
}

function submit(address, typed) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: address, hidden: true })
  form.append(Object.assign(document.createElement("input"), { name: "title", value: typed }))
  document.body.append(form)
  form.submit()
}

function free(card) {
  delete card.dataset.folding
  document.dispatchEvent(new CustomEvent("fivebar-free"))
}
