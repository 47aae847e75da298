// Undoes what waits to be sent, or may have been sent without an answer.
import { moment, newIdentifier } from "../../sync/stamp.js"
import { send } from "../../sync/outbox.js"
import { isControlled } from "../../sync/pages/fetch.js"
import { isKept } from "../../sync/queue.js"

/** What waits may have reached the server although no answer came back, so it is not dropped: the undo follows it. The
    page, drawn anew, shows neither; but an undo that could not be stored would go with the page. Where there is nothing to
    draw it from, that is done once there is an answer. */
export function undoLater(operation) {
  const when = moment()
  send({ id: newIdentifier(when.at), kind: "undo", change: { operation }, ...when })
  if (isKept() && isControlled()) location.reload()
}
