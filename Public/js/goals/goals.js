// Wakes the home of goals: cards change places by their grips. A page that comes back, or on which a new day may have
// begun, is asked for again.
import "../shell/arrange.js"

if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") location.reload()

/** The hour on the clock: a day may begin with any, and a traveller's clock goes otherwise. */
const hour = () => new Date().toString().slice(0, 18)
const drawn = hour()
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && navigator.onLine && hour() !== drawn) location.reload()
})
