// The kind of device and browser that feedback comes from, in words of our
// own. What a browser says of itself tells people apart; this does not.

/// A label such as “Android phone, Chrome”, made from a `User-Agent`.
struct DeviceLabel: Sendable, Hashable {
    let text: String

    /// - Parameter userAgent: Of which nothing is in the label; the first 512 bytes are looked at.
    init(userAgent: String?) {
        let told = String(decoding: (userAgent ?? "").utf8.prefix(512), as: UTF8.self)
        guard let device = Self.device(told) else {
            text = "unknown"
            return
        }
        text = Self.browser(told).map { "\(device), \($0)" } ?? device
    }

    /// What a list of somebody's own devices calls it: “Chrome, Android phone”; empty where nothing is known.
    var name: String {
        guard self != DeviceLabel(userAgent: nil) else { return "" }
        return text.split(separator: ", ").reversed().joined(separator: ", ")
    }

    private static func device(_ told: String) -> String? {
        // A tablet that asks for pages as a desktop does says it is one, and is believed.
        if told.contains("Android") { return told.contains("Mobile") ? "Android phone" : "Android tablet" }
        return devices.first { told.contains($0.sign) }?.name
    }

    private static func browser(_ told: String) -> String? {
        browsers.first { told.contains($0.sign) }?.name
    }

    /// In an order that matters: most signs of the first ones come with those of later ones.
    private static let devices = [
        (sign: "iPhone", name: "iPhone"), (sign: "iPad", name: "iPad"), (sign: "Windows NT", name: "Windows"),
        (sign: "CrOS", name: "Chromebook"), (sign: "Macintosh", name: "Mac"), (sign: "Linux", name: "Linux"),
    ]

    private static let browsers = [
        (sign: "Edg/", name: "Edge"), (sign: "EdgA/", name: "Edge"), (sign: "EdgiOS/", name: "Edge"),
        (sign: "OPR/", name: "Opera"), (sign: "SamsungBrowser/", name: "Samsung Internet"),
        (sign: "FxiOS/", name: "Firefox"), (sign: "Firefox/", name: "Firefox"),
        (sign: "CriOS/", name: "Chrome"), (sign: "Chrome/", name: "Chrome"),
        (sign: "Safari/", name: "Safari"),
    ]
}
