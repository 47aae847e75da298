// The kind of device and browser that feedback comes from, in Fivebar's own
// wording. A full `User-Agent` can identify people; this label cannot.

/// A label such as “Android phone, Chrome”, made from a `User-Agent`.
struct DeviceLabel: Sendable, Hashable {
    let text: String

    /// - Parameter userAgent: No part of it appears in the label; only its first
    ///   512 bytes are read.
    init(userAgent: String?) {
        let told = String(decoding: (userAgent ?? "").utf8.prefix(512), as: UTF8.self)
        guard let device = Self.device(told) else {
            text = "unknown"
            return
        }
        text = Self.browser(told).map { "\(device), \($0)" } ?? device
    }

    /// The default name in a user's list of devices: “Chrome, Android phone”; empty if unknown.
    var name: String {
        guard self != DeviceLabel(userAgent: nil) else { return "" }
        return text.split(separator: ", ").reversed().joined(separator: ", ")
    }

    private static func device(_ told: String) -> String? {
        // A tablet that requests desktop pages is labelled as a desktop.
        if told.contains("Android") { return told.contains("Mobile") ? "Android phone" : "Android tablet" }
        return devices.first { told.contains($0.sign) }?.name
    }

    private static func browser(_ told: String) -> String? {
        browsers.first { told.contains($0.sign) }?.name
    }

    /// The order matters: most signs of the first ones come with those of later ones.
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
