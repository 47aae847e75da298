// Has the page draw what waits, once something could not be sent: dispatches "fivebar-waiting" on the document, whose default
// is prevented by who draws it. Thousands are drawn in parts. Does not know how a page draws.
import { idOf, keys, read } from "../queue.js"
import { posted } from "../sending/posted.js"
import { isUnread, numberStored, walk } from "../storage/storage.js"

/** More at once would be felt under a finger. */
const portion = 1_000
/** So often what is drawn waits for IndexedDB. Then the rest is drawn. */
const mostTries = 4
/** What this page has made or drawn, by id. @type {Set<string>} */
export const ours = new Set()
/** Up to which key all is drawn, in which turn, and whether what was drawn before was replaced. */
let drawnTo, turns = 0, isReplaced = false, tries = 0

/** Not where nobody looks: there a timer may take a second. */
export const turnOfOthers = () => document.hidden || new Promise(done => setTimeout(done))

/** What an earlier page left, and this one has not drawn: the server may have counted it already.
    @param {(key: string) => boolean} isLeft whether it is to be sent
    @param {boolean} isAnew whether what this page has drawn was replaced by what the server knows */
export async function drawWhatWaits(isLeft, isAnew = false) {
  const turn = turns += 1
  if (isAnew) drawnTo = undefined
  isReplaced ||= isAnew
  // A later call goes on where this one was.
  let here = keys().filter(key => isLeft(key) && (isReplaced ? !(key <= drawnTo) : !ours.has(idOf(key))))
  // What is here comes in between, such as that there is this counter.
  if (numberStored() > 0 || isUnread()) await walk(entries => {
    const [last] = entries.at(-1), between = here.filter(key => key < last).map(key => [key, read(key)])
    const inOrder = between.length > 0 ? [...entries, ...between].sort(([one], [other]) => one < other ? -1 : 1) : entries
    const isDrawn = turn === turns && draw(inOrder.map(([, operation]) => operation))
    if (isDrawn) drawnTo = last
    here = here.filter(key => key >= last)
    return isDrawn
  }, drawnTo)
  if (turn !== turns) return
  if (isUnread() && tries < mostTries) {
    tries += 1
    setTimeout(() => { if (turn === turns) drawWhatWaits(isLeft) }, 250)
    return
  }
  tries = 0
  for (let start = 0; start < here.length; start += portion) {
    if (start > 0) await turnOfOthers()
    const some = here.slice(start, start + portion)
    if (turn !== turns || !draw(some.map(read))) return
    // What could not be read is older.
    if (!isUnread()) drawnTo = some.at(-1)
  }
  if (turn === turns) isReplaced = false
}

/** What was undone while it waited is not drawn, nor its undo. @param {import("../queue.js").Operation[]} found
    @returns {boolean} As long as nobody listens, such as on a page that is still starting, it is drawn with the next try. */
function draw(found) {
  const all = found.filter(operation => operation && !operation.isRemoved && (isReplaced || !ours.has(operation.id)))
  const ids = new Set(all.map(({ id }) => id)), undone = new Set(all.map(undoneBy).filter(id => ids.has(id)))
  const operations = all.filter(operation => !undone.has(operation.id) && !undone.has(undoneBy(operation)))
  if (operations.length === 0) return true
  const detail = { operations: operations.concat(changedSince(operations)) }
  const isDrawn = !document.dispatchEvent(new CustomEvent("fivebar-waiting", { cancelable: true, detail }))
  if (isDrawn) for (const { id } of operations) ours.add(id)
  return isDrawn
}

/** What was changed on this page before something older was drawn, and not undone: it is drawn again, or the older would stand. */
function changedSince(operations) {
  const older = new Set(operations.filter(isReplacing).map(nameOfField))
  if (older.size === 0) return []
  const waiting = keys().filter(key => ours.has(idOf(key))).map(read).filter(operation => operation && !operation.isRemoved)
  const own = waiting.concat(posted()), others = new Set([...operations.map(({ id }) => id), ...own.map(undoneBy)])
  return own.filter(operation => isReplacing(operation) && older.has(nameOfField(operation)) && !others.has(operation.id))
}

const isReplacing = ({ delta, change }) => !delta && (change?.counter ?? change?.goal) !== undefined
const nameOfField = ({ kind, change: { counter, goal } }) => `${kind} ${counter} ${goal}`

const undoneBy = ({ kind, change }) => kind === "undo" ? change.operation : undefined
