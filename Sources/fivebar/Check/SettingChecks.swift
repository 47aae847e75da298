// Which settings hold, and which names mean nothing.

struct SettingChecks {
    let settings: Settings

    func results() -> [CheckResult] {
        let misspelt = settings.misspelt.map {
            CheckResult.warning(
                "settings", $0,
                mend: "Rename it in \(settings.file ?? "Fivebar's environment"), or take it out.")
        }
        return [.ok("settings", "\(chosen); \(source).")] + misspelt
    }

    private var chosen: String {
        let others = settings.chosen.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return others.isEmpty ? "None differs from what Fivebar comes with" : others.joined(separator: " ")
    }

    private var source: String {
        settings.file.map { "\($0) was read" } ?? "there is no file of settings"
    }
}
