// Sends a goal's form, or archives a goal. Where the server cannot be reached, that waits as an operation, and the list of
// goals shows it; what the server refuses is submitted plainly, because its page says at the field what is wrong.
import { clear, complain } from "../../shell/complain.js"
import { redrawSoon } from "../../shell/redraw.js"
import { isNext, patience, postOrWait, wait } from "../../sync/later.js"
import { isDecided, post } from "../../sync/post.js"
import { untilThere } from "../../sync/pages/fetch.js"
import { asOneAccount } from "../../sync/sending/newcomer.js"
import { momentOfChange } from "../../sync/change.js"
import { at, nameOf, newIdentifier } from "../../sync/stamp.js"
import { typedNumber } from "../../shell/numbers/typed.js"
import { daysBetween, today } from "../../shell/time/days.js"

const goals = at("goals")

/** Creates or edits a goal. @param {HTMLFormElement} form @param {() => void} goPlainly submits it */
export async function save(form, goPlainly) {
  // A page of the server's says what is the matter.
  if (navigator.cookieEnabled === false) return goPlainly()
  const fields = new FormData(form), operation = { ...stampOf(fields), ...operationOf(form, fields) }
  const next = await send(form, fields, operation, () => isSound(form, fields), goPlainly)
  if (!next) return
  // What was typed since is not saved, and stays a draft.
  if (isAsSent(form, fields)) form.dispatchEvent(new Event("fivebar-saved", { bubbles: true }))
  await untilItMayBeLeft(form, next)
  // Back leads to where the form was opened, not to a form that is done.
  location.replace(next)
}

/** @param {HTMLFormElement} form of an archived goal, or of one to be archived @param {() => void} goPlainly submits it */
export async function archive(form, goPlainly) {
  const button = form.querySelector("button"), fields = new FormData(form), id = newIdentifier()
  fields.set("operation", id)
  fields.set(button.name, button.value)
  const [, goal] = /\/([^/]+)\/archive$/.exec(new URL(form.action).pathname)
  const operation = { ...stampOf(fields), kind: "archiveGoal", change: { goal: nameOf(goal), archived: button.value === "yes" } }
  if (location.href.split(/[?#]/)[0] === goals) return archiveInList(form, fields, operation, goPlainly)
  const next = await send(form, fields, operation, () => true, goPlainly)
  if (!next) return
  await untilItMayBeLeft(form, next)
  location.assign(next)
}

/** What waits is not sent by this form any more. The page of somebody else's that is in the server's place would not show it. */
async function untilItMayBeLeft(form, next) {
  if (next !== goals) return
  form.inert = true
  await untilThere(next)
}

/** The list stays where it is. One that waits is drawn already. */
async function archiveInList(form, fields, operation, goPlainly) {
  const response = await postOrWait(form.action, Object.fromEntries(fields), operation)
  const answer = await response?.json().catch(() => null)
  if (!response?.ok) return goPlainly()
  if (!answer?.revision) return
  const hadFocus = form.contains(document.activeElement)
  await redrawSoon()
  if (hadFocus) document.getElementById(`goal-${operation.change.goal}`)?.closest("li").querySelector(".goal-link").focus({ preventScroll: true })
  if (answer.notice) (await import("../../shell/notice.js")).offer(answer.notice)
}

/** @returns {Promise<string | undefined>} the address of what comes next */
async function send(form, fields, operation, isSound, goPlainly) {
  const request = () => post(form.action, fields, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout?.(patience) })
  // A form tells a counter by its number, which one that was made without a network does not have yet.
  const isNumbered = !/\D/.test(fields.get("counter") ?? "")
  const response = isNumbered && await isNext() ? await asOneAccount(request) : null
  if (isDecided(response) && response.ok) return response.url
  if (isDecided(response)) goPlainly()
  else if (isSound()) {
    if (Object.keys(operation.change).length > 1) wait(operation)
    return goals
  }
}

/** But for the time, which every form has. */
const typed = fields => JSON.stringify(Array.from(fields).filter(([name]) => !["at", "offset"].includes(name)))
const isAsSent = (form, fields) => typed(new FormData(form)) === typed(fields)

const stampOf = fields => ({ ...momentOfChange(), id: fields.get("operation") })

function operationOf(form, fields) {
  const { name, color, start, end, reminder, counter, target } = read(form, fields)
  if (!fields.has("draft")) return { kind: "createGoal", change: { name, color, start, end, reminder, ...counter && { counter, target } } }
  const change = { goal: nameOf(new URL(form.action).pathname.split("/").at(-1)) }
  // What the form showed, as the server writes it: only what differs is changed.
  const [shownColor, shownStart, shownEnd, shownReminder, shownFollowing, ...shownName] = fields.get("draft").split(" ")
  if (name !== shownName.join(" ")) change.name = name
  if (color !== Number(shownColor)) change.color = color
  if (start !== shownStart || end !== shownEnd) change.range = { start, end }
  if (String(reminder ?? "-") !== shownReminder) change.reminder = reminder ?? "none"
  if ((counter ? `${counter}:${target}` : "-") !== shownFollowing) change.follows = counter ? { counter, target } : "none"
  return { kind: "editGoal", change }
}

function read(form, fields) {
  const [hours, minutes] = fields.get("reminder").split(":").map(Number)
  return {
    name: fields.get("name").trim(),
    color: Number(fields.get("color") ?? 0),
    // A new goal begins today where nothing is typed; one that has begun does not begin anew.
    start: fields.get("start") || (fields.has("draft") ? "" : today(Number(form.dataset.dayStart))),
    end: fields.get("end"),
    reminder: fields.get("reminder") ? hours * 60 + minutes : undefined,
    counter: fields.get("counter") ? nameOf(fields.get("counter")) : undefined,
    target: typedNumber(fields.get("target") ?? "", form.elements.namedItem("target")?.dataset.grouping),
  }
}

/** Says at the field what the server would refuse, as far as that is known here. */
function isSound(form, fields) {
  const { name, start, end, counter, target } = read(form, fields)
  const [nameField, startField, endField, targetField] = ["name", "start", "end", "target"].map(field => form.elements.namedItem(field))
  for (const field of [nameField, startField, endField, targetField]) if (field) clear(field)
  if (!name) complain(nameField, nameField.dataset.empty)
  else if (form.querySelector("[data-name-length][data-too-long]")) complain(nameField, nameField.dataset.tooLong)
  else if (!start) complain(startField, startField.dataset.missing)
  else if (!end) complain(endField, endField.dataset.missing)
  else if (end < start) complain(endField, endField.dataset.tooSoon)
  else if (daysBetween(start, end) >= Number(endField.dataset.most)) complain(endField, endField.dataset.tooLong)
  else if (!counter || target >= 1 && target <= Number(targetField.dataset.most)) return true
  else complain(targetField, targetField.dataset.outOfRange)
}
