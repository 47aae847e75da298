// Wakes the behaviours of the home page. Each is fetched on its own: where one fails to arrive,
// the others work, and the plain form or link underneath works in its place.
// Knows only their names; says data-awake when all that came are awake.
Promise.allSettled([
  import("./tap.js"),
  import("./collapse.js"),
  import("./options.js"),
  import("./create.js"),
  import("./reset.js"),
  import("./refresh.js"),
  import("./live.js"),
]).then(() => { document.body.dataset.awake = "" })
