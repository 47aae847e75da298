// Wakes the behaviours of a tutorial page: what is tried is shown at once, where a plain form would load the page anew.
// Knows only their names; nothing here sends or keeps anything. Says data-awake when all that came are awake.
Promise.allSettled([
  import("./samples.js"),
  import("./question.js"),
  import("./looks.js"),
  import("./keys.js"),
]).then(() => { document.body.dataset.awake = "" })
