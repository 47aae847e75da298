// Keeps a note while it is typed, in case the tab is closed.
import { keepUntilSaved } from "../shell/draft.js"

keepUntilSaved(document.getElementById("note"))
