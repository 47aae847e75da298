// Imports counters or goals from a file: first a preview, then a confirmation. The file is
// stored in between, so that it works without a script.

import HTTPTypes
import Hummingbird
import Ledger

struct ImportController: Sendable {
    let ledger: Ledger
    let links: Links
    let configuration: SiteConfiguration
    let operations: OperationWriter
    let reader: ImportReader
    let longReads: LongReads

    /// Stores the file and redirects to the preview; an unreadable file is reported at its field.
    func upload(_ request: Request, _ context: PageContext) async throws -> Response {
        // Checked before the body is received, so that a refused upload costs nothing.
        try context.requireAccount(in: ledger, configuration.limits.signUp)
        let account = try context.visitor(in: ledger)?.account
        let importer = Importer(account: account, address: NetworkAddress(context.remoteAddress))
        do {
            return try await reader.upload(for: importer) {
                // Whoever has no place has sent nothing yet.
                try await ledger.countUpload(
                    of: request.announcedLength ?? configuration.largestImport,
                    from: importer.address, now: configuration.now(),
                    mostPerDay: configuration.uploadBytesPerDay)
                return try await receive(request, importer, context)
            }
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            let problem = context.words.sentence(.importTooLarge, for: configuration.largestFile)
            return try await refuse(problem, context)
        } catch is NoFile {
            return try await refuse(.importNoFile, context)
        } catch let fault as ArchiveFault {
            return try await refuse(fault, context)
        }
    }

    private func receive(
        _ request: Request, _ importer: Importer, _ context: PageContext
    ) async throws -> Response {
        let boundary = try request.multipartBoundary
        guard request.announcedLength ?? 0 <= configuration.largestImport else {
            throw HTTPError(.contentTooLarge)
        }
        let body = try await SpooledBody.receive(
            request.body, upTo: configuration.largestImport, in: ledger.folder)
        let (author, token) = try operations.author(request, context)
        let kept = try await reader.read(for: importer) {
            guard let form = MultipartForm(try body.bytes(), boundary: boundary) else {
                throw HTTPError(.unprocessableContent)
            }
            guard let file = form["file"], !file.content.isEmpty || file.filename?.isEmpty == false else {
                throw NoFile()
            }
            let upload = Upload(
                id: operations.newOperationID(), name: file.filename ?? "", content: file.content)
            let summary = try summarize(
                read(upload.content, for: request, context), for: importer.account)
            let receipt = try await ledger.keep(
                upload, by: author, now: configuration.now(), limit: configuration.limits)
            reader.keep(summary, of: upload.id)
            return (upload: upload.id, isNewcomers: receipt.isNewcomer)
        }
        var response = Response.seeOther(links.importing(kept.upload))
        if kept.isNewcomers { response.headers += operations.sessionFields(token, request, context) }
        return response
    }

    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        let account = context.account
        let id = try importID(context)
        guard let name = try ledger.uploadName(id, of: account) else {
            return try await seeResult(of: id, account: account, context.page)
        }
        do {
            let importer = Importer(
                account: account, address: NetworkAddress(context.page.remoteAddress))
            guard let summary = try await summary(of: id, for: importer, request, context.page) else {
                return try await seeResult(of: id, account: account, context.page)
            }
            return try .page(
                ImportPage(id: id, name: name, summary, context.words), in: context.presentation,
                isSecret: true)
        } catch let fault as ArchiveFault {
            return try await refuse(fault, context.page)
        }
    }

    func apply(_ request: Request, _ context: PageContext) async throws -> Response {
        let stamp = try await request.form(Stamped<NoFields>.self, upTo: configuration.largestForm).stamp
        // Before anything is read or written for it.
        let visitor = try context.knownVisitor(in: ledger, for: stamp.account)
        let id = try importID(context)
        guard stamp.offset.map({ Operation.zoneOffsets.contains($0) }) ?? true else {
            throw Refusal.timeIsWrong
        }
        let importer = Importer(
            account: visitor.account, address: NetworkAddress(context.remoteAddress))
        do {
            try await reader.read(for: importer) {
                guard let upload = try ledger.upload(id, of: visitor.account) else { return }
                let file = try read(upload.content, for: request, context)
                let staged = try await StagedFile(
                    file, of: visitor.account, in: ledger, now: configuration.now(),
                    configuration.limits)
                do {
                    _ = try await operations.apply(
                        operations.operation(
                            staged.change,
                            OperationStamp(
                                operation: id.text, at: stamp.at, offset: stamp.offset,
                                account: stamp.account),
                            from: request), context)
                } catch {
                    // After a fault of the storage nobody knows whether it was made; if not, it goes with the next `tidy`.
                    if !(error is StorageFault) {
                        try? await staged.discard(in: ledger, now: configuration.now())
                    }
                    throw error
                }
                // The import is made. A file that cannot be removed now goes with the next `tidy`.
                try? await ledger.removeUpload(id, of: visitor.account)
            }
        } catch let fault as ArchiveFault {
            return try await refuse(fault, context)
        }
        return try await seeResult(of: id, account: visitor.account, context)
    }

    /// The preview of a stored file: from memory, or, if another process received
    /// it, read from the stored file. Nil if it is gone.
    private func summary(
        of id: OperationID, for importer: Importer, _ request: Request, _ context: PageContext
    ) async throws -> ImportSummary? {
        if let summary = reader.summary(of: id) { return summary }
        return try await reader.read(for: importer) {
            // Of several concurrent requests, one has already read it.
            if let summary = reader.summary(of: id) { return summary }
            guard let account = importer.account, let upload = try ledger.upload(id, of: account) else {
                return nil
            }
            let summary = try summarize(read(upload.content, for: request, context), for: account)
            reader.keep(summary, of: id)
            return summary
        }
    }

    /// What is in a file.
    ///
    /// - Throws: ``ArchiveFault``, ``StorageFault``.
    private func read(
        _ content: ArraySlice<UInt8>, for request: Request, _ context: PageContext
    ) throws -> ImportFile {
        let now = configuration.now(), zone = ClientZone(of: request)
        return try ImportFile.read(
            content,
            in: ImportContext(
                now: now, today: zone.day(at: now, from: .midnight), zoneOffset: { zone.offset(at: $0) },
                skipped: context.words[.importSkipped], folder: ledger.folder))
    }

    /// - Parameter account: nil for a visitor without an account.
    private func summarize(_ file: ImportFile, for account: AccountID?) throws -> ImportSummary {
        let (now, limits) = (configuration.now(), configuration.limits)
        switch file {
        case .counters(let archive):
            let plan = try ledger.plan(for: archive, of: account ?? 0, now: now, limits: limits)
            return ImportSummary(archive, plan)
        case .goals(let archive):
            let plan = try ledger.plan(for: archive, of: account ?? 0, now: now, limits: limits)
            return ImportSummary(archive, plan)
        }
    }

    /// Redirects home or to the goals, where the import can be undone; if the stored file is
    /// gone, to the form for another upload.
    private func seeResult(
        of id: OperationID, account: AccountID, _ context: PageContext
    ) async throws -> Response {
        guard let summary = try ledger.summary(of: id, of: account) else {
            return try await refuse(.importGone, status: .notFound, context)
        }
        return .seeOther(
            summary.kind == .importGoals
                ? links.goals(telling: id) : links.home(undo: id, at: .tap, of: summary.counter ?? 0))
    }

    private func importID(_ context: some RequestContext) throws -> OperationID {
        guard let id = context.parameters.get("id").flatMap({ OperationID($0) }) else {
            throw HTTPError(.notFound)
        }
        return id
    }

    private func refuse(_ fault: ArchiveFault, _ context: PageContext) async throws -> Response {
        try await refuse(context.words.sentence(for: fault), context)
    }

    private func refuse(
        _ phrase: Phrase, status: HTTPResponse.Status = .unprocessableContent, _ context: PageContext
    ) async throws -> Response {
        try await refuse(context.words[phrase], status: status, context)
    }

    private func refuse(
        _ problem: String?, status: HTTPResponse.Status = .unprocessableContent, _ context: PageContext
    ) async throws -> Response {
        try .page(
            TransferPage(
                try await offer(context), largestFile: configuration.largestFile, problem: problem,
                context.words, links),
            in: context.presentation(answering: .init(), in: ledger), status: status)
    }

    /// What can be exported, without its parts if many others wait: what is wrong with a file is said all the same.
    private func offer(_ context: PageContext) async throws -> ExportOffer? {
        // The upload may have begun the account.
        guard let visitor = try context.visitor(in: ledger) else { return nil }
        do {
            return try await longReads.exportOffer(of: visitor.account, in: ledger)
        } catch is TooManyWaiting {
            return ExportOffer(hasCounters: true, hasGoals: true)
        }
    }
}

/// The form came without a file.
private struct NoFile: Error {}
