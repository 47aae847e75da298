// The day that a watch's list of goals is of, which may be over: on a page left open over night a press means today.

/** The goals of today, as far as the page knows. */
const list = () => document.querySelector("[data-today]")

/** The device's day. @param {number} at the time of a press */
function dayOf(at, { dayStart }) {
  const offset = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - offset - dayStart * 3_600_000).toISOString().slice(0, 10)
}

/** Whether the day that was pressed is over. Then the list shows today, and nothing is marked.
    @param {number} at the time of the press
    @param {() => Promise<boolean>} refresh shows what the server has; false if it cannot be reached */
export async function isOver(at, refresh) {
  const { today } = list().dataset, day = dayOf(at, list().dataset)
  if (day <= today) return false
  // A clock that is ahead is no new day.
  if (await refresh()) return list()?.dataset.today !== today
  for (const form of list().querySelectorAll("form")) {
    const { done } = form.elements
    form.setAttribute("action", form.getAttribute("action").replace(today, day))
    done.setAttribute("aria-pressed", false)
    done.value = "yes"
  }
  // The date of the other day.
  list().previousElementSibling.querySelector("span").remove()
  list().dataset.today = day
  return true
}
