// What a JSON file of ours says about itself, read before its contents.

/// A file's format and version, and where its list begins.
struct JSONOutline {
    private var format: String?
    private var version: Int64?
    private var list: Int?

    /// The format that a file says it has, whatever else is the matter with it.
    static func format(of bytes: ArraySlice<UInt8>) -> String? {
        var reader = JSONReader(bytes), isFirst = true
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { return nil }
            while let name = try reader.nextName(&isFirst) {
                if name == "format" { return try reader.string() }
                try reader.skip()
            }
        } catch {}
        return nil
    }

    /// Reads the whole file, so that it is known to be complete.
    ///
    /// - Parameter list: The name of its list.
    /// - Throws: ``ArchiveFault``.
    init(_ reader: inout JSONReader, list: String) throws(ArchiveFault) {
        var isFirst = true, field = ""
        do throws(JSONReader.Fault) {
            guard try reader.beginObject() else { throw .isDamaged }
            while let name = try reader.nextName(&isFirst) {
                field = name
                switch name {
                case "format": format = try reader.string()
                case "version": version = try reader.integer()
                case list:
                    self.list = reader.position
                    try reader.skip()
                default: try reader.skip()
                }
            }
            guard reader.isAtEnd() else { throw .isDamaged }
        } catch {
            throw ArchiveFault(error, field)
        }
    }

    /// Where the list begins, if the file has this format, in this version or an earlier one.
    ///
    /// - Throws: ``ArchiveFault``.
    func list(of format: String, upTo version: Int64) throws(ArchiveFault) -> Int {
        guard self.format == format, let found = self.version else { throw ArchiveFault(.formatIsUnknown) }
        guard found <= version else { throw ArchiveFault(.isNewer) }
        guard found > 0 else { throw ArchiveFault(.valueIsWrong(field: "version")) }
        guard let list else { throw ArchiveFault(.formatIsUnknown) }
        return list
    }
}
