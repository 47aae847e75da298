// Sends what a newcomer does one after the other: whoever sends without an account gets a new one, and of two in two windows
// the browser would keep only the later one's cookie.
import { account } from "../stamp.js"
import { address } from "./deliver.js"
import { inTurn } from "./turn.js"

/** The lock under which windows send what waits. */
export const lock = `fivebar-sender ${address}`

/** Does the work at once for an account, and otherwise while no other window sends anything.
    @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function asOneAccount(work) {
  if (account) return work()
  let result
  await inTurn(lock, () => (result = work()), 0, () => {})
  return result
}

/** Until nobody else sends, as long as this is somebody new. @param {() => Promise<void>} isDone how long nobody else may from there on */
export const turnOfNewcomer = isDone => new Promise(begin => {
  asOneAccount(() => {
    begin()
    return isDone()
  })
})
