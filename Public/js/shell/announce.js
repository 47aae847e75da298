// Announces the user's actions to screen readers: the latest one, after half a second of quiet. A repeated text is
// announced again. Contains no texts.
const quiet = 500
let region
let timer

/** @param {() => string} words called when it is quiet */
export function say(words) {
  // A live region is only read if it existed before its text, and not behind an open dialog.
  region ??= Object.assign(document.createElement("p"), { className: "hidden", role: "status" })
  const place = Array.from(document.querySelectorAll("dialog[open]")).at(-1) ?? document.body
  if (region.parentElement !== place) place.append(region)
  clearTimeout(timer)
  timer = setTimeout(() => {
    region.textContent = ""
    timer = setTimeout(() => { region.textContent = words() }, 50)
  }, quiet)
}
