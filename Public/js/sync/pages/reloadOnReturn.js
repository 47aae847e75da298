// A page that is shown again by Back or Forward is loaded anew: it may be out of date, and does not follow changes.
const isAgain = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward"
addEventListener("pageshow", event => { if (event.persisted || isAgain()) location.reload() })
