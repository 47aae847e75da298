// Starts the page of a goal that is not kept, or the form in which it is edited: fills it in first, for the scripts of such a page
// read what it shows.
import { at } from "../../../sync/stamp.js"

const [, name, isForm] = /\/goals\/([^/]+?)(\/edit)?$/.exec(location.pathname) ?? []

const filling = () => isForm ? import("./form.js") : import("./fill.js")
const scripts = () => isForm ? [import("../../form.js")] : [import("../../goal.js"), import("./becoming.js")]

if (name && await filling().then(({ fill }) => fill(name)).catch(() => false)) {
  document.body.classList.remove("blank")
  document.getElementById(location.hash.slice(1))?.scrollIntoView()
  for (const script of scripts()) script.catch(() => {})
} else location.replace(at("offline/goals"))
