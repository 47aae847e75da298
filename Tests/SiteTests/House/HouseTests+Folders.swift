// House rules, checked for the folders: who may know whom, and how long they are.

import Foundation
import Testing

extension HouseTests {
    /// The folders of `Sources/Site` that features share, and that know none of them.
    private static let shared: Set = ["Shell", "Language"]

    @Test func `a feature uses no type of another one, and what they share no type of theirs`() throws {
        let folder = Place.home + "/Sources/Site"
        var owners: [String: String] = [:], codes: [(path: String, part: String, text: String)] = []
        // Types within others may have a name that another feature has, too.
        var own: [String: Set<String>] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where path.hasSuffix(".swift") && path.contains("/") {
            let part = String(path.prefix { $0 != "/" })
            let text = try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
                .replacing(/\/\/.*/, with: "")
            codes.append((path, part, text))
            let types = /^( *)(?:[a-z]+ )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
            for type in text.matches(of: types.anchorsMatchLineEndings()) {
                own[part, default: []].insert(String(type.2))
                if type.1.isEmpty, !Self.shared.contains(part) { owners[String(type.2)] = part }
            }
        }
        #expect(owners.count > 100 && Set(owners.values).count > 12)
        for code in codes {
            for name in Self.names(in: code.text).subtracting(own[code.part] ?? []) {
                guard let owner = owners[name] else { continue }
                Issue.record("\(code.path) uses \(name), which belongs to \(owner)")
            }
        }
    }

    private static func names(in code: String) -> Set<String> {
        let isPart = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return Set(code.utf8.split { !isPart($0) }.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Folders of many files alike, each of which is found by its name.
    private static let longFolders: Set = [
        // A page for each error of the web server's own, in each language.
        "Public/errors",
        // A drawing for each that is compared.
        "Tests/FiguresTests/Golden",
        // What tests of all features share, a file a thing.
        "Tests/Browser/Helpers", "Tests/Servers/Helpers",
    ]

    @Test func `no folder has more than twelve files`() throws {
        for top in ["Sources", "Views", "Public", "Tests"] {
            var files: [String: Int] = [:]
            let listing = FileManager.default.enumerator(
                at: URL(filePath: Place.home + "/" + top), includingPropertiesForKeys: [.isRegularFileKey],
                options: .skipsHiddenFiles)
            for case let file as URL in try #require(listing)
            where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                let path = file.deletingLastPathComponent().path.dropFirst(Place.home.count + 1)
                // What Python leaves behind.
                guard !path.hasSuffix("__pycache__") else { continue }
                files[String(path), default: 0] += 1
            }
            #expect(files.count > 10)
            for (path, count) in files where !Self.longFolders.contains(path) {
                #expect(count <= 12, "\(path)")
            }
        }
    }
}
