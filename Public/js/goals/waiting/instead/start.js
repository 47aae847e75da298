// Starts the page of a goal that is not kept: fills it in first, for the scripts of a goal's page read what it shows.
import { at } from "../../../sync/stamp.js"

const [, name] = /\/goals\/([^/]+)$/.exec(location.pathname) ?? []

const fill = () => import("./fill.js").then(({ fill }) => fill(name)).catch(() => false)

if (name && await fill()) {
  document.body.classList.remove("blank")
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView()
  for (const part of [import("../../goal.js"), import("./becoming.js")]) part.catch(() => {})
} else location.replace(at("offline/goals"))
