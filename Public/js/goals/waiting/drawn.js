// Draws what waits in the list of goals, and in the one that is put in order: goals that were moved without a network.
import { draw as drawMove } from "../../shell/arrange.js"

document.addEventListener("fivebar-waiting", ({ detail: { operations } }) => {
  for (const { kind, change } of operations) if (kind === "moveGoal") drawMove(change)
})
