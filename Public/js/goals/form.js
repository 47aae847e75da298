// In the form of a goal a last day that is chosen is meant: the length goes along with it, and the other way round.
const form = document.querySelector("[data-goal-form]")

const [end, length, shown] = ["end", "length", "shown"].map(name => form.elements.namedItem(name))
end.addEventListener("input", () => { length.value = "date" })
for (const choice of length) {
  choice.addEventListener("change", () => { if (choice.value !== "date") end.value = shown.value })
}
document.body.dataset.awake = ""
