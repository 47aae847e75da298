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
    /// Each keeps about a megabyte until its reader has taken it.
    private let ofNetworks = Places<NetworkAddress>(most: 16)
    private let memory = FreedMemory()
    /// Entries written per batch.
    private static let page = 500

    func show(_ request: Request, _ context: PageContext) async throws -> Response {
        let words = context.words
        let export = try context.visitor.map { try ledger.export(of: $0.account) }
        return try .page(TransferPage(export, words, links), in: context.presentation)
    }

    func exportAll(_ format: ArchiveFormat) -> @Sendable (Request, VisitorContext) async throws -> Response {
        { request, context in try file(of: nil, as: format, request, context) }
    }

    func exportOne(_ format: ArchiveFormat) -> @Sendable (Request, VisitorContext) async throws -> Response {
        { request, context in try file(of: context.counterName(), as: format, request, context) }
    }

    init(ledger: Ledger, links: Links, configuration: SiteConfiguration) {
        self.ledger = ledger
        self.links = links
        self.configuration = configuration
    }

    /// - Throws: ``TooManyWaiting`` if many exports are on their way to one network.
    private func file(
        of name: Name?, as format: ArchiveFormat, _ request: Request, _ context: VisitorContext
    ) throws -> Response {
        let account = context.account
        let counter = try name.map { try ledger.counter($0, of: account).id }
        let part = try request.uri.queryParameters.get("part").map { text in
            guard let part = Int(text) else { throw HTTPError(.notFound) }
            return part
        }
        let export = try ledger.export(of: account, counter: counter, part: part)
        let place = try ofNetworks.hold(
            for: NetworkAddress(context.page.remoteAddress), otherwise: TooManyWaiting())
        let today = CivilDay(
            of: configuration.now(),
            zoneOffset: ClientZone(of: request).offset(at: configuration.now()))
        let title = counter == nil ? "fivebar" : export.pieces.first?.counter.title ?? "fivebar"
        let name = "\(title) \(today)\(part.map { " \($0)" } ?? "").\(format.rawValue)"
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "no-store",
                .contentDisposition: Self.disposition(of: name),
            ],
            body: ResponseBody { writer in
                try await write(export, as: format, to: &writer)
                try await writer.finish(nil)
                memory.releaseSoon()
                withExtendedLifetime(place) {}
            }
        )
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
