// Counters as JSON (RFC 8259): one object with "format", "version" and
// "counters", each with its "entries"; one line per entry, so that two exports can
// be compared line by line. README.md describes the fields.

enum JSONArchive {
    static let format = "fivebar"
    static let version: Int64 = 1

    /// Parses the file twice: once to check that it is complete and in our format, and once for
    /// its contents, which go into the archive piece by piece.
    static func read(_ bytes: ArraySlice<UInt8>, now: Moment) throws(ArchiveFault) -> Archive {
        var reader = JSONReader(bytes)
        reader.position = try JSONOutline(&reader, list: "counters").list(of: format, upTo: version)

        var builder = ArchiveBuilder(now: now)
        var isFirst = true, number = 0
        guard try value("counters", nil, { () throws(JSONReader.Fault) in try reader.beginArray() }) else {
            throw ArchiveFault(.formatIsUnknown)
        }
        while try value("counters", nil, { () throws(JSONReader.Fault) in try reader.hasNext(&isFirst) }) {
            number += 1
            try readCounter(number, &reader, into: &builder)
        }
        return builder.archive
    }

    private static func readCounter(
        _ number: Int, _ reader: inout JSONReader, into builder: inout ArchiveBuilder
    ) throws(ArchiveFault) {
        var line = ArchiveBuilder.CounterLine(), count: Int64?, entries: Int?
        var isFirst = true, field = "counters"
        let place = ArchiveFault.Place.entry(0, ofCounter: number)
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { throw .isOfAnotherType }
            while let name = try reader.nextName(&isFirst) {
                field = name
                switch name {
                case "id": line.origin = try reader.string()
                case "title": line.title = try reader.string()
                case "color": line.color = try reader.integer().flatMap { Int(exactly: $0) }
                case "style": line.style = try reader.string()
                case "step": line.step = try reader.integer()
                case "collapsed": line.isCollapsed = try reader.boolean()
                case "created": line.createdAt = try reader.string()
                case "before": line.countBefore = try reader.integer()
                case "count": count = try reader.integer()
                case "entries":
                    // They may precede the counter's own fields, which must be known first.
                    entries = reader.position
                    try reader.skip()
                default: try reader.skip()
                }
            }
        } catch {
            throw ArchiveFault(error, field, at: place)
        }
        let end = reader.position
        let draft: Int
        do throws(ArchiveFault) { draft = try builder.add(line) } catch {
            throw ArchiveFault(error.reason, at: place)
        }
        if let entries {
            reader.position = entries
            try readEntries(ofCounter: number, &reader, into: &builder, draft)
        }
        reader.position = end
        do throws(ArchiveFault) { try builder.expect(count, in: draft) } catch {
            throw ArchiveFault(error.reason, at: place)
        }
    }

    private static func readEntries(
        ofCounter counter: Int, _ reader: inout JSONReader, into builder: inout ArchiveBuilder, _ draft: Int
    ) throws(ArchiveFault) {
        var isFirst = true, number = 0
        let whole = ArchiveFault.Place.entry(0, ofCounter: counter)
        guard try value("entries", whole, { () throws(JSONReader.Fault) in try reader.beginArray() }) else {
            return
        }
        while try value("entries", whole, { () throws(JSONReader.Fault) in try reader.hasNext(&isFirst) }) {
            number += 1
            let place = ArchiveFault.Place.entry(number, ofCounter: counter)
            let line = try entry(&reader, place)
            do throws(ArchiveFault) { try builder.add(line, to: draft) } catch {
                throw ArchiveFault(error.reason, at: place)
            }
        }
    }

    private static func entry(
        _ reader: inout JSONReader, _ place: ArchiveFault.Place
    ) throws(ArchiveFault) -> ArchiveBuilder.EntryLine {
        var line = ArchiveBuilder.EntryLine(), isFirst = true, field = "entries"
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { throw .isOfAnotherType }
            while let name = try reader.nextName(&isFirst) {
                field = name
                switch name {
                case "id": line.id = try reader.string()
                case "time": line.madeAt = try reader.string()
                case "kind": line.kind = try reader.string()
                case "delta": line.delta = try reader.integer()
                case "voids": line.voids = try reader.string()
                case "note": line.note = try reader.string() ?? ""
                default: try reader.skip()
                }
            }
        } catch {
            throw ArchiveFault(error, field, at: place)
        }
        return line
    }

    private static func value(
        _ field: String, _ place: ArchiveFault.Place?, _ read: () throws(JSONReader.Fault) -> Bool
    ) throws(ArchiveFault) -> Bool {
        do {
            return try read()
        } catch {
            throw ArchiveFault(error, field, at: place)
        }
    }
}

extension ArchiveFault {
    init(_ fault: JSONReader.Fault, _ field: String, at place: Place? = nil) {
        switch fault {
        case .isDamaged: self.init(.isDamaged)
        case .isOfAnotherType: self.init(.valueIsWrong(field: field), at: place)
        }
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
            + (counter.countBefore.map { #""before":\#($0),"# } ?? "")
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
