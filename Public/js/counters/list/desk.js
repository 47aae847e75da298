// What the list has at a desk, loaded when it is first needed.
import "../card/pointed.js"

document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("../../../css/desk.css", import.meta.url) }))

// Forward may lead to a counter that was open beside the list before that was loaded anew.
addEventListener("popstate", () => import("./beside.js").then(({ follow }) => follow(), () => location.reload()))
