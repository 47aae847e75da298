// Wakes a counter's own page: a tap counts at once. A page that comes back is asked for again.
import "./tap.js"

addEventListener("pageshow", event => { if (event.persisted) location.reload() })
document.body.dataset.awake = ""
