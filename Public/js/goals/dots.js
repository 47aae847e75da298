// The grid of dots on a goal's page: each dot's day and state, and the dot nearest to a touch. A dot is a link in a
// list item. Contains no actions on dots.

export const goal = document.querySelector("[data-goal]")
/** Whether that is this goal's name: one that was made without a network has another one until it has its number. */
export const isOurs = name => name !== undefined && [goal.dataset.goal, goal.dataset.madeBy].includes(String(name))
export const field = document.querySelector("[data-dots]")
/** All dots in order; updates with the page. */
export const dots = field.getElementsByTagName("a")

/** The day's date, such as "2026-01-03". */
export const dayOf = dot => dot.getAttribute("href").slice(-10)
export const dotOf = day => field.querySelector(`a[href$="/${CSS.escape(day)}"]`)

const states = ["done", "part", "miss", "open"]
/** The state of the day; undefined for a future day. @returns {"done" | "part" | "miss" | "open" | undefined} */
export const stateOf = dot => states.find(state => dot.classList.contains(state))
export function setState(dot, state) {
  dot.classList.remove(...states)
  dot.classList.add(state)
  say(dot, state)
}

const { wordsDone, wordsUndone, wordsOpen, wordsSeparator } = document.querySelector("[data-told]").dataset
const words = { done: wordsDone, miss: wordsUndone, open: wordsOpen }
/** What a day that is partly done says, for when a mark on it is removed again. @type {WeakMap<Element, string>} */
const partly = new WeakMap()

/** A dot says its day, then whether that is today, its state and whether it has a note. */
function say(dot, state) {
  const parts = dot.firstChild.textContent.split(wordsSeparator)
  const place = parts.findIndex(part => Object.values(words).includes(part) || part.includes("%"))
  if (place < 0) return
  if (parts[place].includes("%")) partly.set(dot, parts[place])
  parts[place] = words[state] ?? partly.get(dot) ?? parts[place]
  dot.firstChild.textContent = parts.join(wordsSeparator)
}

const farEnough = 36

/** The dot of a touch, even if it is between dots. @param {MouseEvent} event */
export function dotAt(event) {
  const hit = event.target.closest?.("a")
  if (hit) return hit
  let nearest, least = farEnough
  for (const item of field.children) {
    const box = item.getBoundingClientRect()
    const x = Math.max(box.left - event.clientX, 0, event.clientX - box.right)
    const y = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom)
    const distance = Math.hypot(x, y)
    if (distance < least) [nearest, least] = [item.querySelector("a"), distance]
  }
  return nearest
}

/** Updates a dot from the server's markup without interrupting its animations. @param {string} html a list item */
export function takeOver(dot, html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("a")
  if (!fresh) return
  dot.className = fresh.className
  dot.firstChild.textContent = fresh.firstChild.textContent
  const [shown, drawn] = [dot.lastElementChild, fresh.lastElementChild]
  if (shown.childElementCount !== drawn.childElementCount || shown.innerHTML !== drawn.innerHTML) shown.replaceWith(document.importNode(drawn, true))
}
