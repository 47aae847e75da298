// What the list has at a desk, loaded when it is first needed.
import { addStylesheet } from "../../shell/style/stylesheet.js"
import "../card/pointed.js"

addStylesheet("counters/desk")

// Forward may lead to a counter that was open beside the list before that was loaded anew.
addEventListener("popstate", () => import("./beside.js").then(({ follow }) => follow(), () => location.reload()))
