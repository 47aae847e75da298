// A counter's optimistic count: the server's last confirmed count plus unconfirmed local steps. Independent of the
// page, the network and storage.

/** The operations made on this page, by tap or gesture, latest last. */
export const counted = []

/** @typedef {{count: bigint, revision: number, formattedCount: string, label: string}} Confirmed */

/** The largest count there is, like the server's. */
const most = 2n ** 63n - 1n

/** The count after a step. */
function after(count, { delta }) {
  const sum = count + delta
  if (sum < 0n) return 0n
  return sum > most ? most : sum
}

export class Reckoning {
  /** Steps in order, by operation. @type {Map<string, {delta: bigint, isAnswered: boolean}>} */
  #steps = new Map()
  #unanswered = 0
  /** The count to show, as long as it is known. @type {bigint | undefined} */
  #shown
  /** The response with the highest revision that is not applied yet. @type {Confirmed | null} */
  #newest = null

  constructor(confirmed) {
    this.confirmed = confirmed
  }

  /** Of a page that was kept: what the server has said since. @param {Confirmed} confirmed */
  beginWith(confirmed) {
    this.confirmed = confirmed
    this.#shown = undefined
  }

  /** The count to show; it never goes below 0 or beyond the largest in between. */
  get shown() {
    this.#shown ??= Array.from(this.#steps.values()).reduce(after, this.confirmed.count)
    return this.#shown
  }

  /** Whether the shown count is the server's. */
  get isSettled() {
    return this.#steps.size === 0
  }

  /** The steps without an answer, by operation. */
  get unanswered() { return Array.from(this.#steps).filter(([, { isAnswered }]) => !isAnswered) }

  take(operation, delta) {
    if (this.#steps.has(operation)) return
    const step = { delta: BigInt(delta), isAnswered: false }
    // Thousands may wait, and each is only added to those before it.
    const { shown } = this
    this.#steps.set(operation, step)
    this.#unanswered += 1
    this.#shown = after(shown, step)
  }

  /**
   * Takes a response. It is applied only when no local step is unanswered: it may include a step whose own
   * response comes later, and adding that one again would make the number jump up and back.
   * @param {Confirmed} answer
   */
  answer(operation, answer) {
    const step = this.#steps.get(operation)
    if (step && !step.isAnswered) this.#unanswered -= 1
    if (step) step.isAnswered = true
    if (answer.revision > (this.#newest ?? this.confirmed).revision) this.#newest = answer
    this.#settle()
  }

  /** Reverts a step that the server refused. */
  refuse(operation) {
    if (this.#steps.get(operation)?.isAnswered === false) this.#unanswered -= 1
    this.#steps.delete(operation)
    this.#shown = undefined
    this.#settle()
  }

  #settle() {
    if (this.#unanswered > 0) return
    this.#steps.clear()
    this.#shown = undefined
    this.confirmed = this.#newest ?? this.confirmed
    this.#newest = null
  }
}
