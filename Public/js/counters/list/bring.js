// Brings the list to a counter's page, where there is room for both: the page becomes the list's, with the counter beside
// it. Until then, or if that fails, the counter is alone.
import { fetchOrLastSeen } from "../../sync/pages/fetch.js"
import { isForeign } from "../../sync/stamp.js"
import { provideFor } from "../../marks/marks.js"
import { load } from "../../shell/load.js"
import { styled, place, reveal } from "./beside.js"

let isUnderway = false

export async function bring() {
  if (isUnderway || document.querySelector("[data-counters]")) return
  isUnderway = true
  const page = await fetchList()
  isUnderway = false
  if (page) join(page)
}

async function fetchList() {
  const response = await fetchOrLastSeen(document.querySelector(".shell-name").href)
  const html = await response?.text().catch(() => "")
  await styled
  if (!response?.ok) return undefined
  const page = new DOMParser().parseFromString(html, "text/html"), { counter } = document.querySelector("[data-counter]").dataset
  const isThere = page.querySelector(`[data-counters] > [data-counter="${CSS.escape(counter)}"]`)
  return isThere && !isForeign(page) ? page : undefined
}

function join(page) {
  const content = document.getElementById("content"), focused = document.activeElement
  provideFor(page)
  // The counter's page has some of it by itself.
  for (const part of page.querySelectorAll("#shapes, #confirm-reset, .notice")) part.remove()
  place(Array.from(content.childNodes).filter(node => !node.matches?.("#shapes, dialog, .notice")), page.title)
  content.append(...page.getElementById("content").childNodes)
  for (const { name, value } of page.body.attributes) document.body.setAttribute(name, value)
  document.body.classList.add("paired")
  document.querySelector(".shell-head").append(page.querySelector(".edit"))
  document.querySelector(".tab").setAttribute("aria-current", "page")
  if (document.activeElement !== focused) focused.focus({ preventScroll: true })
  document.dispatchEvent(new CustomEvent("fivebar-refreshed"))
  reveal()
  import("../home.js").catch(() => {})
  load("./live.js", import.meta.url)
}
