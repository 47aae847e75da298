// An account that was deleted takes along what still waited to be sent, and what was typed and not saved.
const { account } = document.querySelector("[data-deleted]").dataset
const draft = `fivebar-draft-${account}/`, operation = "fivebar-operation-"
/** What was kept before it said whose it is counts as this account's: of two it could be either's. */
const isItsOwn = key => key.startsWith(draft) || key.startsWith(operation) && [account, undefined].includes(JSON.parse(localStorage.getItem(key))?.account)
try {
  for (const key of Object.keys(localStorage)) if (isItsOwn(key)) localStorage.removeItem(key)
} catch {
  // Without storage nothing waited.
}
