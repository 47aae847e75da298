// What the list has at a desk, loaded when it is first needed.
import { dress } from "../../shell/style/dress.js"
import "../card/pointed.js"

dress("desk")

// Forward may lead to a counter that was open beside the list before that was loaded anew.
addEventListener("popstate", () => import("./beside.js").then(({ follow }) => follow(), () => location.reload()))
