// What is stored about a browser: its kind, and no text from its user agent.

import Testing

@testable import Site

@Suite struct DeviceLabelTests {
    @Test(arguments: [
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
            "Android phone, Chrome"
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
            "Android tablet, Chrome"
        ),
        (
            "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
            "Android phone, Samsung Internet"
        ),
        (
            "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Android phone, Firefox"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1",
            "iPhone, Safari"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
            "iPhone, Chrome"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15",
            "iPad, Firefox"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
            "Windows, Firefox"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51",
            "Windows, Edge"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0",
            "Windows, Opera"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
            "Mac, Safari"
        ),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
            "Chromebook, Chrome"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Linux, Firefox"),
        ("Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)", "Linux"),
        ("curl/8.5.0", "unknown"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "unknown"),
        ("", "unknown"),
    ])
    func `a browser is named by its kind`(_ told: String, _ label: String) {
        #expect(DeviceLabel(userAgent: told).text == label)
    }

    @Test func `nothing of what a browser says is in the label`() {
        #expect(DeviceLabel(userAgent: nil).text == "unknown")
        #expect(DeviceLabel(userAgent: "<script>\u{1B}[2J iPhone Ada's Safari/1").text == "iPhone, Safari")
        #expect(DeviceLabel(userAgent: String(repeating: "x", count: 600) + "iPhone").text == "unknown")
    }
}
