// In the goal form, choosing an end date selects that length, and choosing a length resets the end date.
const form = document.querySelector("[data-goal-form]")

const [end, length, shown] = ["end", "length", "shown"].map(name => form.elements.namedItem(name))
end.addEventListener("input", () => { length.value = "date" })
for (const choice of length) {
  choice.addEventListener("change", () => { if (choice.value !== "date") end.value = shown.value })
}
document.body.dataset.awake = ""
