// Wakes the home of goals: cards change places by their grips, and what is done elsewhere, or a day that begins, is seen.
import "../shell/arrange.js"
import "../shell/read.js"
