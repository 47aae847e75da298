// Counters as JSON (RFC 8259): one object with "format", "version" and
// "counters", each with its "entries"; a line an entry, so that two exports can
// be compared line by line. README.md describes the fields.

import Foundation

enum JSONArchive {
    static let format = "fivebar"
    static let version = 1

    private struct File: Decodable {
        let format: String?
        let version: Int?
        let counters: [Counter]?
    }

    fileprivate struct Counter: Decodable {
        let id: String?
        let title: String?
        let color: Int?
        let style: String?
        let step: Int64?
        let collapsed: Bool?
        let created: String?
        let before: Int64?
        let count: Int64?
        let entries: [Entry]?
    }

    fileprivate struct Entry: Decodable {
        let id: String?
        let time: String?
        let kind: String?
        let delta: Int64?
        let voids: String?
        let note: String?
    }

    private struct Header: Decodable {
        let format: String?
        let version: Int?
    }

    static func read(_ bytes: ArraySlice<UInt8>, now: Moment) throws(ArchiveFault) -> Archive {
        let data = Data(bytes)
        let header = try decode(Header.self, data)
        guard header.format == format, let version = header.version else {
            throw ArchiveFault(.formatIsUnknown)
        }
        guard version <= Self.version else { throw ArchiveFault(.isNewer) }
        guard version > 0 else { throw ArchiveFault(.valueIsWrong(field: "version")) }
        guard let counters = try decode(File.self, data).counters else {
            throw ArchiveFault(.formatIsUnknown)
        }

        var builder = ArchiveBuilder(now: now)
        for (index, counter) in counters.enumerated() {
            var place = ArchiveFault.Place.entry(0, ofCounter: index + 1)
            do throws(ArchiveFault) {
                let draft = try builder.add(counter.line)
                for (number, entry) in (counter.entries ?? []).enumerated() {
                    place = .entry(number + 1, ofCounter: index + 1)
                    try builder.add(entry.line, to: draft)
                }
                try builder.expect(counter.count, in: draft)
            } catch let fault {
                throw ArchiveFault(fault.reason, at: place)
            }
        }
        return builder.archive
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ data: Data
    ) throws(ArchiveFault) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw ArchiveFault(error)
        } catch {
            throw ArchiveFault(.isDamaged)
        }
    }
}

extension ArchiveFault {
    fileprivate init(_ error: DecodingError) {
        let path: [any CodingKey]
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            path = context.codingPath
        case .dataCorrupted(let context):
            path = context.codingPath
        @unknown default:
            path = []
        }
        guard let field = path.last(where: { $0.intValue == nil }) else {
            self.init(.isDamaged)
            return
        }
        let places = path.compactMap(\.intValue)
        self.init(
            .valueIsWrong(field: field.stringValue),
            at: places.first.map { .entry(places.count > 1 ? places[1] + 1 : 0, ofCounter: $0 + 1) })
    }
}

extension JSONArchive.Counter {
    fileprivate var line: ArchiveBuilder.CounterLine {
        .init(
            origin: id, title: title, color: color, style: style, step: step, isCollapsed: collapsed,
            createdAt: created, countBefore: before ?? 0)
    }
}

extension JSONArchive.Entry {
    fileprivate var line: ArchiveBuilder.EntryLine {
        .init(id: id, kind: kind, delta: delta, madeAt: time, voids: voids, note: note ?? "")
    }
}

struct JSONArchiveWriter: ArchiveWriter {
    private var hasCounter = false
    private var hasEntry = false

    mutating func begin() -> String {
        #"{"format":"\#(JSONArchive.format)","version":\#(JSONArchive.version),"counters":["#
    }

    mutating func add(_ counter: ArchivedCounter, count: Int64) -> String {
        defer {
            hasCounter = true
            hasEntry = false
        }
        return (hasCounter ? closing + "," : "") + "\n"
            + #"{"id":"\#(counter.origin.text)","title":\#(quoted(counter.title)),"color":\#(counter.color),"#
            + #""style":"\#(counter.style.rawValue)","step":\#(counter.step),"collapsed":\#(counter.isCollapsed),"#
            + #""created":"\#(Timestamp(counter.createdAt).text)","#
            + (counter.countBefore > 0 ? #""before":\#(counter.countBefore),"# : "")
            + #""count":\#(count),"entries":["#
    }

    mutating func add(_ entry: ArchivedEntry) -> String {
        defer { hasEntry = true }
        let time = Timestamp(entry.madeAt, zoneOffset: entry.zoneOffset).text
        return (hasEntry ? ",\n" : "\n")
            + #"{"id":"\#(entry.id.text)","time":"\#(time)","kind":"\#(entry.kind.rawValue)","delta":\#(entry.delta)"#
            + (entry.voids.map { #","voids":"\#($0.text)""# } ?? "")
            + (entry.note.isEmpty ? "" : #","note":\#(quoted(entry.note))"#) + "}"
    }

    mutating func end() -> String { (hasCounter ? closing : "") + "\n]}\n" }

    private var closing: String { hasEntry ? "\n]}" : "]}" }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case "\u{0}"..<" ":
                quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default:
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
