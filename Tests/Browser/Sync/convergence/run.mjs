// Plays schedules against the server at FIVEBAR_URL: SEED alone, with what happened, or SCHEDULES of them from FIRST_SEED on.
// Prints the seed of each that fails, and when it began.
import { Schedule } from "./schedule.mjs"

const { FIVEBAR_URL: address, SEED, FIRST_SEED = SEED ?? 1, SCHEDULES = 1 } = process.env
let seed, failures = 0
const rejected = []
process.on("unhandledRejection", error => rejected.push(error.stack ?? String(error)))

for (seed = Number(FIRST_SEED); seed < Number(FIRST_SEED) + Number(SCHEDULES); seed += 1) {
  const schedule = new Schedule(seed, address)
  try {
    await schedule.play()
    if (rejected.length > 0) throw new Error(rejected.splice(0).join("\n"))
  } catch (error) {
    failures += 1
    if (SEED) console.log(schedule.said.join("\n"))
    console.log(`SEED=${seed} BEGAN=${schedule.world.began}: ${error.constructor.name === "Fault" ? error.message : error.stack}`)
  }
}
process.exit(failures > 0 ? 1 : 0)
