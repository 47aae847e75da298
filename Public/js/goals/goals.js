// Starts the list of goals: cards can be reordered by their handles, and changes made elsewhere or a new day appear.
import "../shell/arrange.js"
import "../shell/read.js"
import "./waiting/drawn.js"
