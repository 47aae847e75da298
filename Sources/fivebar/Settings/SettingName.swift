// The names of the settings, and what somebody may have meant by a name that is none.

enum SettingName {
    static let all = [
        "FIVEBAR_HOME", "FIVEBAR_DATABASE", "FIVEBAR_INSTANCE", "FIVEBAR_BASE_PATH", "FIVEBAR_URL",
        "FIVEBAR_SIGN_UP", "FIVEBAR_REMOTE_USER", "FIVEBAR_ACCOUNTS_PER_ADDRESS",
        "FIVEBAR_FEEDBACK_PER_ADDRESS", "FIVEBAR_EVENTS", "FIVEBAR_EVENT_STREAMS", "FIVEBAR_ZONE",
        "FIVEBAR_CONCURRENT_REQUESTS", "FIVEBAR_LOG_LEVEL", "FIVEBAR_UPLOADS_PER_ADDRESS", "FIVEBAR_COUNTERS",
        "FIVEBAR_GOALS",
        "FIVEBAR_OPERATIONS_PER_DAY", "FIVEBAR_OPERATIONS_PER_SECOND", "FIVEBAR_WORDS_PER_DAY",
    ]

    /// These say who may come in.
    private static let ofAccess: Set = ["FIVEBAR_SIGN_UP", "FIVEBAR_REMOTE_USER"]

    /// What is wrong with a name, in words; nil if it is a setting's, or means nothing to Fivebar.
    static func problem(_ name: String) -> String? {
        guard !all.contains(name), let (nearest, distance) = nearest(to: name),
            name.uppercased().contains("FIVEBAR_") || distance <= 2
        else { return nil }
        return "There is no setting \(name). The nearest is \(nearest)."
    }

    /// Whether a name looks like a misspelt setting of who may come in: with it Fivebar must not serve, since everybody could.
    static func isMisspeltAccess(_ name: String) -> Bool {
        let capitals = name.uppercased()
        // A CGI program asks this of each variable of a request, so most are told by their length.
        let isNear = ofAccess.contains {
            abs($0.utf8.count - capitals.utf8.count) <= 2 && changes(from: capitals, to: $0) <= 2
        }
        guard isNear, !all.contains(name), let (nearest, _) = nearest(to: name) else { return false }
        return ofAccess.contains(nearest)
    }

    private static func nearest(to name: String) -> (String, Int)? {
        let capitals = name.uppercased()
        return all.map { ($0, changes(from: capitals, to: $0)) }.min { $0.1 < $1.1 }
    }

    /// How many letters have to be added, left out or replaced (V. I. Levenshtein, 1965).
    private static func changes(from one: String, to other: String) -> Int {
        let other = Array(other.utf8)
        var row = Array(0...other.count)
        for (place, letter) in one.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = place + 1
            for column in other.indices {
                let replaced = diagonal + (letter == other[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
