// In the form of a goal a last day that is chosen is meant: the length goes along with it.
const form = document.querySelector("[data-goal-form]")

form.elements.namedItem("end").addEventListener("input", () => { form.elements.namedItem("length").value = "date" })
document.body.dataset.awake = ""
