// Events and what they are dispatched on.

export class SimulatedEvent {
  constructor(type, { bubbles = false, cancelable = false, ...more } = {}) {
    Object.assign(this, { type, bubbles, cancelable, defaultPrevented: false, isStopped: false, ...more })
  }
  preventDefault() { this.defaultPrevented ||= this.cancelable }
  stopPropagation() { this.isStopped = true }
}

export class Target {
  #listeners = []

  addEventListener(type, heard, options) {
    const { once = false, signal } = Object(options)
    this.#listeners.push({ type, heard, once })
    signal?.addEventListener("abort", () => this.removeEventListener(type, heard))
  }

  removeEventListener(type, heard) {
    this.#listeners = this.#listeners.filter(other => other.type !== type || other.heard !== heard)
  }

  dispatchEvent(event) {
    event.target ??= this
    for (const listener of this.#listeners.filter(({ type }) => type === event.type)) {
      if (listener.once) this.removeEventListener(listener.type, listener.heard)
      listener.heard.call(this, event)
    }
    if (event.bubbles && !event.isStopped) this.eventParent?.dispatchEvent(event)
    return !event.defaultPrevented
  }
}
