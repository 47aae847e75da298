// Exports counters as files, to keep, to analyse elsewhere, or to import into another Fivebar.

import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore

struct ExportController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let longReads: LongReads
    /// Each keeps about a megabyte until its reader has taken it.
    private let ofNetworks = Places<NetworkAddress>(most: 16)
    private let memory = FreedMemory()
    /// Entries written per batch.
    private static let page = 500

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let offer: ExportOffer? =
            if let account = context.visitor?.account {
                try await longReads.exportOffer(of: account, in: ledger)
            } else { nil }
        return try .page(
            TransferPage(offer, largestFile: configuration.largestFile, context.words, links),
            in: context.presentation)
    }

    func exportAll(_ format: ArchiveFormat) -> @Sendable (Request, VisitorContext) async throws -> Response {
        { request, context in try await file(of: nil, as: format, request, context) }
    }

    func exportOne(_ format: ArchiveFormat) -> @Sendable (Request, VisitorContext) async throws -> Response {
        { request, context in try await file(of: context.counterName(), as: format, request, context) }
    }

    /// All goals, in one file or in one of several.
    ///
    /// - Throws: ``TooManyWaiting`` if many exports are on their way to one network.
    func exportGoals(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let place = try ofNetworks.hold(
            for: NetworkAddress(context.page.remoteAddress), otherwise: TooManyWaiting())
        let account = context.account, part = try part(of: request)
        let pieces: [GoalPiece]? =
            if let part {
                try await longReads.read(rows: try ledger.rowsRead(forPartsOf: account), of: account) {
                    try ledger.goalPieces(of: account, part: part)
                }
            } else { nil }
        var goals = GoalsFile(ledger: ledger, longReads: longReads, account: account, pieces: pieces)
        // Whoever has to wait is told so, in place of a file that ends at once.
        let begin = try await goals.next() ?? ""
        let name = "fivebar goals \(today(of: request))\(part.map { " \($0)" } ?? "").json"
        return download(name, as: ArchiveFormat.json.mediaType) { [goals] body in
            try await body.write(ByteBuffer(string: begin))
            var rest = goals
            while let text = try await rest.next() {
                try await body.write(ByteBuffer(string: text))
                await Task.yield()
            }
            withExtendedLifetime(place) {}
        }
    }

    private func today(of request: Request) -> CivilDay {
        CivilDay(
            of: configuration.now(),
            zoneOffset: ClientZone(of: request).offset(at: configuration.now()))
    }

    /// A file that is written as it is sent.
    private func download(
        _ name: String, as mediaType: String,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: mediaType, .cacheControl: "no-store",
                .contentDisposition: Self.disposition(of: name),
            ],
            body: ResponseBody { writer in
                try await write(&writer)
                try await writer.finish(nil)
                memory.releaseSoon()
            }
        )
    }

    init(ledger: Ledger, links: Links, configuration: SiteConfiguration, longReads: LongReads) {
        self.ledger = ledger
        self.links = links
        self.configuration = configuration
        self.longReads = longReads
    }

    /// - Throws: ``TooManyWaiting`` if many exports are on their way to one network, or many long reads wait.
    private func file(
        of name: Name?, as format: ArchiveFormat, _ request: Request, _ context: VisitorContext
    ) async throws -> Response {
        // Before anything is read for it.
        let place = try ofNetworks.hold(
            for: NetworkAddress(context.page.remoteAddress), otherwise: TooManyWaiting())
        let account = context.account
        let counter = try name.map { try ledger.counter($0, of: account).id }
        let part = try part(of: request)
        let export = try await longReads.read(
            rows: try rowsRead(for: account, counter: counter, part: part), of: account
        ) { try ledger.export(of: account, counter: counter, part: part) }
        let title = counter == nil ? "fivebar" : export.pieces.first?.counter.title ?? "fivebar"
        let name = "\(title) \(today(of: request))\(part.map { " \($0)" } ?? "").\(format.rawValue)"
        return download(name, as: format.mediaType) { body in
            try await write(export, as: format, to: &body)
            withExtendedLifetime(place) {}
        }
    }

    private func part(of request: Request) throws -> Int? {
        try request.uri.queryParameters.get("part").map { text in
            guard let part = Int(text) else { throw HTTPError(.notFound) }
            return part
        }
    }

    /// Estimates, in rows, the work of finding out what a file has; its entries are read as it is written.
    private func rowsRead(for account: AccountID, counter: Counter.ID?, part: Int?) throws -> Int {
        if part != nil { return try ledger.rowsRead(forPartsOf: account) }
        return counter == nil ? try ledger.rowsRead(forCountersOf: account) : 0
    }

    private func write(
        _ export: Export, as format: ArchiveFormat, to body: inout any ResponseBodyWriter
    ) async throws {
        var writer = format.writer
        var text = writer.begin()
        for piece in export.pieces {
            text += writer.add(piece.counter, count: piece.count)
            var written = 0
            while true {
                let entries = try ledger.entries(of: piece, after: written, limit: Self.page)
                guard !entries.isEmpty else { break }
                for entry in entries { text += writer.add(entry) }
                written += entries.count
                try await body.write(ByteBuffer(string: text))
                text = ""
                // The thread is that of others' requests, and the body's reader may take all as fast as it comes.
                await Task.yield()
            }
        }
        try await body.write(ByteBuffer(string: text + writer.end()))
    }

    /// A file name for browsers, with an ASCII fallback for older ones (RFC 6266, appendix D).
    static func disposition(of name: String) -> String {
        let separators: Set<Unicode.Scalar> = ["/", "\\", ":", "\"", "*", "?", "<", ">", "|", "%"]
        var safe = ""
        for scalar in name.unicodeScalars {
            safe.unicodeScalars.append(separators.contains(scalar) ? "-" : scalar)
        }
        let plain = String(
            safe.unicodeScalars.map {
                $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F ? Character($0) : "-"
            })
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let encoded = safe.addingPercentEncoding(withAllowedCharacters: unreserved) ?? plain
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

extension LongReads {
    /// What an account can export, read aside where it has many notes.
    ///
    /// - Throws: ``TooManyWaiting``.
    func exportOffer(of account: AccountID, in ledger: Ledger) async throws -> ExportOffer {
        try await read(rows: try ledger.rowsRead(forPartsOf: account), of: account) {
            try ledger.exportOffer(of: account)
        }
    }
}
