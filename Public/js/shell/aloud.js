// Says aloud what a person who does not see the page has done: once, when it has been quiet for half a second, and of
// several things the last. What is said twice is said anew. Knows no words.
const quiet = 500
let region
let timer

/** @param {() => string} words asked for when it is quiet */
export function say(words) {
  // A status is read out if it stood there before its words came.
  region ??= document.body.appendChild(Object.assign(document.createElement("p"), { className: "hidden", role: "status" }))
  clearTimeout(timer)
  timer = setTimeout(() => {
    region.textContent = ""
    timer = setTimeout(() => { region.textContent = words() }, 50)
  }, quiet)
}
