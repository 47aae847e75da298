// What one counter's number is while answers are under way: what the server confirmed last, and the steps taken here
// since. Knows no page, no network and no storage.

/** What was counted on this page, or told by a gesture, the last at the end. */
export const counted = []

/** @typedef {{count: bigint, revision: number, formattedCount: string, label: string}} Confirmed */

export class Reckoning {
  /** Steps in the order they were taken, by operation. @type {Map<string, {delta: bigint, isAnswered: boolean}>} */
  #steps = new Map()
  /** The answer of the highest revision that is not yet taken over. @type {Confirmed | null} */
  #newest = null

  constructor(confirmed) {
    this.confirmed = confirmed
  }

  /** The number to show; it never goes below 0 on the way. */
  get shown() {
    let count = this.confirmed.count
    for (const { delta } of this.#steps.values()) {
      count += delta
      if (count < 0n) count = 0n
    }
    return count
  }

  /** Whether the shown number is the server's own. */
  get isSettled() {
    return this.#steps.size === 0
  }

  take(operation, delta) {
    this.#steps.set(operation, { delta: BigInt(delta), isAnswered: false })
  }

  /**
   * Hears the server's answer. It is taken over only when no step of ours is in doubt: it may hold a step whose own
   * answer comes later, and adding that one again would make the number jump up and back.
   * @param {Confirmed} answer
   */
  answer(operation, answer) {
    const step = this.#steps.get(operation)
    if (step) step.isAnswered = true
    if (answer.revision > (this.#newest ?? this.confirmed).revision) this.#newest = answer
    this.#settle()
  }

  /** Takes a step back which the server refused. */
  refuse(operation) {
    this.#steps.delete(operation)
    this.#settle()
  }

  #settle() {
    for (const { isAnswered } of this.#steps.values()) if (!isAnswered) return
    this.#steps.clear()
    this.confirmed = this.#newest ?? this.confirmed
    this.#newest = null
  }
}
