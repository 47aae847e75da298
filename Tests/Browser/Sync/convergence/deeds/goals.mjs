// What people do with goals, by their forms and their list, and how they come from one page to another.
import { SimulatedEvent } from "../dom/events.mjs"

const input = field => field.dispatchEvent(new SimulatedEvent("input", { bubbles: true }))

/** A goal's form, unless it waits for the page after it: then nobody can touch it. */
const formOf = page => page.document.querySelectorAll("[data-goal-form]").find(form => !form.inert)

/** Types into a goal's form; whether it is sent is another deed. */
async function name(schedule, browser, page) {
  const field = formOf(page)?.elements.namedItem("name")
  if (!field) return
  const text = schedule.word(browser, page, field.value)
  schedule.note(`browser ${browser.name}: ${page.path}: name ${text}`)
  field.value = text
  input(field)
  await schedule.world.pass(0)
}

async function color({ world }, browser, page) {
  if (!formOf(page)) return
  const choice = world.one(page.document.querySelectorAll("[data-goal-form] [name=color]"))
  choice.checked = true
  input(choice)
  await world.pass(0)
}

async function save(schedule, browser, page) {
  const form = formOf(page)
  if (!form?.elements.namedItem("name").value) return
  schedule.note(`browser ${browser.name}: ${page.path}: save ${form.elements.namedItem("name").value}, ${form.elements.operation.value}`)
  form.requestSubmit(form.querySelector(".goal-save"))
}

/** Archives a goal, or takes it out of the archive: on its own form or in the list. */
async function archive(schedule, browser, page) {
  const form = schedule.world.one(page.document.querySelectorAll("[data-archive]"))
  if (!form) return
  schedule.note(`browser ${browser.name}: ${page.path}: ${form.getAttribute("action")} ${form.querySelector("button").value}`)
  form.requestSubmit(form.querySelector("button"))
}

async function move(schedule, browser, page) {
  const button = schedule.world.one(page.document.querySelectorAll("[data-move]").filter(button => !button.disabled))
  if (!button) return
  schedule.note(`browser ${browser.name}: ${page.path}: ${button.form.getAttribute("action")} ${button.dataset.move}`)
  button.form.requestSubmit(button)
}

/** Marks today on the card of a goal that has no page yet. */
async function markCard(schedule, browser, page) {
  const button = schedule.world.one(page.document.querySelectorAll("[data-mark-today]"))
  if (!button) return
  schedule.note(`browser ${browser.name}: mark today on the card of ${button.closest("li").dataset.place}`)
  button.click()
}

/** Undoes what a notice offers to undo. */
async function undo(schedule, browser, page) {
  const form = page.document.querySelector(".notice form")
  if (!form || form.closest("[data-clock]")) return
  schedule.note(`browser ${browser.name}: undo by the notice`)
  form.requestSubmit(form.querySelector("button"))
}

/** Follows a link, or goes to one of the main pages. */
async function walk(schedule, browser, page) {
  const links = page.document.querySelectorAll("a").map(link => link.getAttribute("href")?.split(/[?#]/)[0]), { places, world } = schedule
  const known = links.filter(link => /^\/goals(\/([\da-f-]{36}|\d+)(\/edit)?|\/new|\/arrange)?$/.test(link))
  const path = world.one(known.length > 0 && world.isLucky(0.7) ? known : places)
  schedule.note(`browser ${browser.name}: from ${page.path} to ${path}`)
  browser.go(page, path)
}

export const inList = [[5, walk], [2, archive], [2, markCard], [2, undo]]
export const inArrangement = [[5, move], [2, walk]]
export const inForm = [[4, name], [2, color], [6, save], [2, archive], [1, walk]]
export const anywhere = [[1, walk]]
