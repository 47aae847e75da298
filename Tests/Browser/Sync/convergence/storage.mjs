// What localStorage and sessionStorage are: full at times, and heard of by the other tabs.

export class Storage {
  constructor(browser, page) {
    const { stored } = browser
    const methods = {
      getItem: key => stored.get(String(key)) ?? null,
      setItem(key, value) {
        if (browser.isFull) throw new DOMException("", "QuotaExceededError")
        stored.set(String(key), String(value))
        browser.tellStored(page, String(key), String(value))
      },
      removeItem(key) {
        if (stored.delete(String(key))) browser.tellStored(page, String(key), null)
      },
    }
    return new Proxy(methods, {
      ownKeys: () => Array.from(stored.keys()),
      getOwnPropertyDescriptor: (_, key) => stored.has(key) ? { value: stored.get(key), enumerable: true, configurable: true } : undefined,
    })
  }
}

