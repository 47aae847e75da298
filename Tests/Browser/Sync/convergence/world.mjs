// Simulated time and chance: everything that happens is an event in one queue, so a seed always plays the same if it begins
// at the same time. Time stands still while the real server works.
import { nextAnswer } from "./network.mjs"

const aDay = 86_400_000

export class World {
  /** Milliseconds since the beginning. */
  now = 0
  /** Half an hour ago, so that the real server takes none of these times for one that is still to come; but today. BEGAN
      plays what failed at another hour: a day or an hour that ends in between changes what happens. */
  began = Number(process.env.BEGAN) || Math.max(Date.now() - 1_800_000, Math.floor(Date.now() / aDay) * aDay)
  #events = []
  #number = 0
  #state

  constructor(seed) { this.#state = seed >>> 0 }

  /** Between 0 and 1 (mulberry32). */
  random() {
    this.#state = this.#state + 0x6d2b79f5 | 0
    let mixed = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32
  }
  below(number) { return Math.floor(this.random() * number) }
  between(least, most) { return least + this.random() * (most - least) }
  isLucky(chance) { return this.random() < chance }
  one(list) { return list[this.below(list.length)] }

  /** @returns {number} names it, for `forget` */
  after(pause, happens) {
    const event = { at: this.now + Math.max(0, Number(pause) || 0), number: this.#number += 1, happens }
    let place = this.#events.length
    while (place > 0 && this.#events[place - 1].at > event.at) place -= 1
    this.#events.splice(place, 0, event)
    return event.number
  }
  forget(number) {
    const place = this.#events.findIndex(event => event.number === number)
    if (place >= 0) this.#events.splice(place, 1)
  }

  /** Lets so much time pass. */
  async pass(milliseconds) {
    const end = this.now + milliseconds
    await settled()
    while (this.#events[0]?.at <= end) {
      const { at, happens } = this.#events.shift()
      this.now = at
      await happens()
      await settled()
    }
    this.now = end
  }
}

/** After all that follows without time: promises, the loading of modules and answers of the real server. */
async function settled() {
  do await new Promise(done => setImmediate(done)); while (await nextAnswer())
}
