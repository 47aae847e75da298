// What must hold of goals and their days.
import { Document } from "../dom/document.mjs"
import { Fault } from "../fault.mjs"

/** What was marked here and is not answered is drawn as it was marked last, here or since then on another page of this browser. */
export function checkMarks({ marks, server }, browser, page) {
  for (const dot of page.document.querySelectorAll("[data-dots] a")) {
    const day = dot.getAttribute("href").slice(-10), place = marks.findLastIndex(mark => mark.page === page && mark.day === day)
    const last = marks[place]
    if (!last || server.arrivals.has(last.id)) continue
    const later = marks.slice(place).filter(mark => mark.browser === browser && mark.goal === last.goal && mark.day === day)
    const isDone = dot.classList.contains("done")
    if (!later.some(mark => mark.isDone === isDone)) throw new Fault(`browser ${browser.name} shows ${day} as ${dot.className}, which it has marked as ${last.isDone ? "" : "not "}done`)
  }
}

/** What a page about goals shows, to be compared with the same page as it is on the server. */
export function digest({ document, kind }) {
  const texts = (part, selector) => part.querySelectorAll(selector).map(element => element.textContent.trim().replace(/\s+/g, " "))
  if (kind === "goal") {
    const goal = document.querySelector("[data-goal]"), dots = goal.querySelectorAll("[data-dots] a")
    return [
      goal.className, ...texts(goal, "h1, .goal-stats [data-figure]"), goal.querySelector(".goal-archived").hidden,
      ...dots.map(dot => `${dot.getAttribute("href").slice(-5)} ${dot.className.split(" ").sort().join(" ")}`),
    ].join("; ")
  }
  const drawings = card => card.querySelectorAll(".dot-preview path").map(path => `${path.className} ${path.getAttribute("d").match(/M[^M]+/g)?.sort().join("") ?? ""}`).filter(path => path.includes("M")).sort()
  const cards = document.querySelectorAll(".goal-card").map(card => [card.className, card.dataset.place ?? "archived", ...texts(card, ".place-name"), card.querySelectorAll("form").length, ...drawings(card)].join(" "))
  return cards.join("; ")
}

/** The same of a page as the server has it now. */
export async function wanted({ server, browsers: [{ cookies }] }, { path, kind }) {
  const { text } = await server.take({ method: "GET", address: server.address + path, headers: { accept: "text/html" } }, cookies)
  return digest({ document: new Document(text, server.address + path), kind })
}

/** What was done last is so: the name of each goal, its colour, whether it is archived, and each day's mark. What waited has
    come, and nothing came that nobody has made. */
export function checkGoals({ browsers, server }, goals) {
  const arrivals = Array.from(server.arrivals.values())
  for (const browser of browsers) for (const { id, kind, change } of browser.queued.values()) {
    if (change?.goal === undefined && kind !== "createGoal") continue
    const arrival = server.arrivals.get(id)
    if (!arrival) throw new Fault(`${kind} ${id} of browser ${browser.name} never came`)
    if (!arrival.isApplied && !isToBeRefused(arrival)) throw new Fault(`${kind} ${id} was refused: ${JSON.stringify(arrival.receipt)}`)
  }
  const undone = new Set(arrivals.filter(({ kind }) => kind === "undo").map(({ change }) => change.operation))
  for (const goal of goals) {
    const number = String(goal.goal)
    const about = arrivals.filter(({ id, change, isApplied }) => isApplied && [id, change?.goal].some(name => server.numberOf(name) === number))
    const check = (field, is, read) => {
      const claims = about.filter(operation => read(operation) !== undefined)
      if (claims.length === 0 || claims.some(({ id }) => undone.has(id))) return
      const changes = claims.filter(({ kind }) => kind !== "createGoal"), latest = latestOf(changes.length > 0 ? changes : claims)
      if (!latest.some(operation => read(operation) === is)) throw new Fault(`goal ${number}: ${field} is ${is}, and was ${latest.map(operation => `${read(operation)} by ${operation.id}`).join(" or ")} last`)
    }
    check("its name", goal.name, ({ change }) => change.name)
    check("its colour", goal.color, ({ change }) => change.color)
    check("its archive", goal.archived, ({ change }) => change.archived)
    const marks = about.filter(({ kind }) => kind === "markDay"), days = new Set([...goal.done, ...marks.map(({ change }) => change.day)])
    for (const day of days) check(day, goal.done.includes(day), ({ kind, change }) => kind === "markDay" && change.day === day ? change.done : undefined)
  }
}

/** A clock that is years off has another today. A goal's creation may be undone while others use it. */
const isToBeRefused = ({ receipt }) => ["dayIsInFuture", "dayIsOutsideGoal", "noSuchGoal", "timeIsWrong"].includes(receipt.reason)

/** What is older than that was made by a clock that knows nothing: it is taken as made when it arrived. */
const earliest = Date.UTC(2020, 0)
/** How far two arrivals may be apart for the server to have had both in one millisecond. */
const atOnce = 5

/** Which were made last: several where what came at about the same time, by clocks that run ahead, is settled by chance. */
function latestOf(operations) {
  const made = operations.map(operation => {
    const isUnknown = operation.at < earliest || operation.at >= operation.arrivedAt
    return { ...operation, isUnknown, time: isUnknown ? operation.arrivedAt : operation.at }
  })
  made.sort((one, other) => one.time - other.time || one.request - other.request || (one.id < other.id ? -1 : 1))
  const last = made.at(-1)
  return made.filter(operation => operation === last || operation.isUnknown && last.isUnknown && last.time - operation.time <= atOnce)
}
