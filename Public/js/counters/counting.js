// A counter's optimistic count: the server's last confirmed count plus unconfirmed local steps. Independent of the
// page, the network and storage.

/** The operations made on this page, by tap or gesture, latest last. */
export const counted = []

/** How an operation names a counter: by its number, or, as long as it has none, by the operation that made it. */
export const nameOf = counter => /^\d+$/.test(counter) ? Number(counter) : counter

/** @typedef {{count: bigint, revision: number, formattedCount: string, label: string}} Confirmed */

export class Reckoning {
  /** Steps in order, by operation. @type {Map<string, {delta: bigint, isAnswered: boolean}>} */
  #steps = new Map()
  /** The response with the highest revision that is not applied yet. @type {Confirmed | null} */
  #newest = null

  constructor(confirmed) {
    this.confirmed = confirmed
  }

  /** The count to show; it never goes below 0 in between. */
  get shown() {
    let count = this.confirmed.count
    for (const { delta } of this.#steps.values()) {
      count += delta
      if (count < 0n) count = 0n
    }
    return count
  }

  /** Whether the shown count is the server's. */
  get isSettled() {
    return this.#steps.size === 0
  }

  take(operation, delta) {
    this.#steps.set(operation, { delta: BigInt(delta), isAnswered: false })
  }

  /**
   * Takes a response. It is applied only when no local step is unanswered: it may include a step whose own
   * response comes later, and adding that one again would make the number jump up and back.
   * @param {Confirmed} answer
   */
  answer(operation, answer) {
    const step = this.#steps.get(operation)
    if (step) step.isAnswered = true
    if (answer.revision > (this.#newest ?? this.confirmed).revision) this.#newest = answer
    this.#settle()
  }

  /** Reverts a step that the server refused. */
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
