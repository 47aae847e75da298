// The web app manifest (W3C, Web Application Manifest).

/// What a browser needs for installing Fivebar.
struct Manifest: Encodable, Sendable {
    struct Icon: Encodable, Sendable {
        let src: String
        let sizes: String
        let type: String
        var purpose: String?
        var formFactor: String?
    }

    struct Shortcut: Encodable, Sendable {
        let name: String
        let url: String
    }

    struct ProtocolHandler: Encodable, Sendable {
        let `protocol`: String
        let url: String
    }

    let name = "Fivebar"
    let shortName = "Fivebar"
    let id: String
    let startUrl: String
    let scope: String
    let lang: String
    let display = "standalone"
    let backgroundColor = Appearance.lightPaper
    let themeColor = Appearance.lightPaper
    let protocolHandlers: [ProtocolHandler]
    let icons: [Icon]
    let screenshots: [Icon]
    let shortcuts: [Shortcut]

    init(_ links: Links, language: String, shortcuts: [Shortcut]) {
        id = links.home
        startUrl = links.open
        scope = links.home
        lang = language
        protocolHandlers = [ProtocolHandler(protocol: "web+fivebar", url: links.openLink)]
        icons = [
            Icon(src: links.asset("icons/fivebar.svg"), sizes: "any", type: "image/svg+xml"),
            Icon(src: links.asset("icons/fivebar-192.png"), sizes: "192x192", type: "image/png"),
            Icon(src: links.asset("icons/fivebar-512.png"), sizes: "512x512", type: "image/png"),
            Icon(
                src: links.asset("icons/fivebar-maskable-512.png"), sizes: "512x512", type: "image/png",
                purpose: "maskable"),
        ]
        screenshots = [
            Icon(
                src: links.asset("screenshots/home.png"), sizes: "780x1688", type: "image/png",
                formFactor: "narrow"),
            Icon(
                src: links.asset("screenshots/desktop.png"), sizes: "1280x800", type: "image/png",
                formFactor: "wide"),
        ]
        self.shortcuts = shortcuts
    }
}
