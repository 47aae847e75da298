// Wakes the home of goals: cards change places by their grips. A page that comes back, or on which a new day may have
// begun, is asked for again.
import "./arrange.js"

if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") location.reload()

const day = new Date().toDateString()
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && navigator.onLine && new Date().toDateString() !== day) location.reload()
})
