// Starts the scripts of a tutorial page: changes show at once, without reloading the page as plain forms do. Sends and
// stores nothing. Sets data-awake when all that loaded have started.
Promise.allSettled([
  import("./samples.js"),
  import("./question.js"),
  import("./looks.js"),
  import("./keys.js"),
]).then(() => { document.body.dataset.awake = "" })
