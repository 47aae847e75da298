// The figures in a goal's header, counted from its dots: with every change to them that is not saved yet. The server has
// told what they have to know of days without dots.
import { dots, stateOf } from "./dots.js"

const figures = document.querySelector("[data-figures]")
const { lang } = document.documentElement
const { format } = new Intl.NumberFormat(lang), rules = new Intl.PluralRules(lang)
/** The numbers whose words the page has: other numbers have those of the first that their language treats alike. */
const samples = [1, 2, 5]

const show = (name, text) => { figures.querySelector(`[data-figure="${name}"]`).textContent = text }
/** @param {string} words of each sample */
export const wordsOf = (number, words) => words.split("|").at(samples.findIndex(sample => rules.select(sample) === rules.select(number)))

export function drawFigures() {
  const { days, over, wordsPercent, wordsSoFar, wordsOfDays, wordsSum, wordsStreak, ...elsewhere } = figures.dataset
  let done = Number(elsewhere.done), soFar = Number(elsewhere.soFar), streak = Number(elsewhere.streak)
  for (const dot of dots) {
    const state = stateOf(dot), isDone = state === "done"
    // What is to come says nothing yet, and today can still be done.
    if (!state || dot.classList.contains("today") && !isDone) continue
    soFar += 1
    done += isDone ? 1 : 0
    streak = isDone ? streak + 1 : 0
  }
  const isCompleted = done === Number(days)
  show("percent", soFar ? wordsPercent.replace("{number}", Math.floor(done * 100 / soFar)) : "")
  show("percentLabel", isCompleted || over ? wordsOfDays : soFar ? wordsSoFar : "")
  show("sum", isCompleted || !done ? "" : wordsSum.replace("{number}", format(done)))
  figures.querySelector("[data-completed]").hidden = !isCompleted
  if (!elsewhere.streak) return
  show("streak", streak ? format(streak) : "")
  show("streakLabel", streak ? wordsOf(streak, wordsStreak) : "")
}
