// A file of settings: what it says, or why nobody can tell.

import ArgumentParser
import Foundation
import Glibc

/// Why there are no settings where there have to be some. To go on without them could open a private site.
struct SettingsFault: Error, CustomStringConvertible {
    let advice: Advice

    var description: String { advice.description }
}

enum SettingsFile {
    /// Whether something lies there, also if it is a link that leads nowhere, or nobody may look.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// `NAME=value` lines; `#` starts a comment line. Quotes around a value are systemd's, which takes them off, as it does
    /// with spaces around the name.
    ///
    /// - Parameter isTyped: Whether somebody has typed a command, who need not be the user that Fivebar runs as.
    /// - Throws: ``SettingsFault`` if the file is not to be read, `ValidationError` for a line that is none.
    static func values(_ path: String, isTyped: Bool) throws -> [String: String] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            guard isReadable(path) else { throw fault(reading: path, code: errno, isTyped: isTyped) }
            throw ValidationError("\(path) cannot be read, or is not written in UTF-8.")
        }
        var values: [String: String] = [:]
        var isContinued = false
        for line in text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline) {
            let isRest = isContinued, begun = line.trimmingPrefix(while: \.isWhitespace)
            isContinued = line.hasSuffix("\\")
            guard !isRest, let first = begun.first, first != "#", first != ";" else { continue }
            guard let equals = line.firstIndex(of: "=") else {
                // The rest may be a secret of another program's.
                throw ValidationError(
                    "\(path): the line that begins with “\(line.prefix(24))” has no “=”. A setting is NAME=value."
                )
            }
            let name = String(trimmed(line[..<equals]))
            if let problem = SettingName.problem(name) { throw ValidationError("\(path): \(problem)") }
            var value = trimmed(line[line.index(after: equals)...])
            for quote in ["\"", "'"]
            where value.count >= 2 && value.hasPrefix(quote) && value.hasSuffix(quote) {
                value = value.dropFirst().dropLast()
            }
            values[name] = String(value)
        }
        return values
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.trimmingPrefix(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func fault(reading path: String, code: CInt, isTyped: Bool) -> SettingsFault {
        var file = stat()
        let isFound = stat(path, &file) == 0
        let says = "\(path) has settings, and \(AccessFault.name(of: geteuid())) cannot read it"
        switch code {
        case ENOENT, ENOTDIR, ELOOP:
            return SettingsFault(
                advice: Advice(
                    "\(path) is a link that leads nowhere, so nobody knows what is set.",
                    "Put the file where it leads, or remove the link."))
        case EACCES where !isFound:
            let folder = URL(filePath: path).deletingLastPathComponent().path
            return SettingsFault(
                advice: Advice(
                    "\(AccessFault.name(of: geteuid())) may not look into \(folder), where settings may lie.",
                    isTyped
                        ? "Run the command with sudo, or as a user who may."
                        : "Let that user look into it: chmod o+x \(folder.shellWord)"))
        case EACCES where isFound && file.st_uid == geteuid():
            return SettingsFault(advice: Advice("\(says).", "chmod u+r \(path.shellWord)"))
        case EACCES where isTyped:
            return SettingsFault(
                advice: Advice(
                    "\(says).",
                    """
                    Run the command with sudo, or as a user who may read it. For another database, name that in \
                    FIVEBAR_DATABASE in the environment.
                    """))
        case EACCES:
            let group = getgrgid(getegid()).map { String(cString: $0.pointee.gr_name) } ?? "\(getegid())"
            return SettingsFault(
                advice: Advice(
                    "\(says), so nothing is served.",
                    "Let that user's group read it: chgrp \(group) \(path.shellWord) && chmod g+r \(path.shellWord)"
                ))
        default:
            return SettingsFault(
                advice: Advice(
                    "\(says): \(String(cString: strerror(code))).", "Look at the file, and at its disk."))
        }
    }
}
