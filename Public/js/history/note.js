// Keeps a note that is being typed, whatever becomes of its tab.
import { keepUntilSaved } from "../shell/draft.js"

keepUntilSaved(document.getElementById("note"))
