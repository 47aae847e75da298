// Says on a counter's page that the counter was deleted, which the server has not heard of yet. The words are on the page that is
// shown in place of one that is not kept.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import { insteadPage } from "../../sync/pages/instead.js"
import { at } from "../../sync/stamp.js"
import { pending } from "../../sync/waiting/pending.js"

/** @param {string} counter its number, or the operation that makes it */
export const isDeleted = counter => pending().some(({ kind, change }) => kind === "deleteCounter" && String(change.counter) === counter)

export async function sayDeleted() {
  // The full screen has no room for words.
  if (document.body.matches(".fills")) return location.replace(location.pathname.replace(/\/full$/, ""))
  const said = (await insteadPage("offline").catch(() => undefined))?.querySelector("[data-deleted]")?.content
  if (!said) return location.replace(at(""))
  await addStylesheet("shell/problem")
  document.title = `${said.querySelector("h1").textContent} · Fivebar`
  document.body.classList.remove("barred", "blank")
  document.getElementById("content").replaceChildren(document.importNode(said, true))
}

// From then on the server says what has become of it.
for (const name of ["fivebar-answer", "fivebar-refusal"]) {
  document.addEventListener(name, ({ detail: { operation } }) => { if (operation.kind === "deleteCounter") location.reload() })
}
