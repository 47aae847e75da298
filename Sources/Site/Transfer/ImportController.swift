// Counters from a file: looked at first, then taken in at a word. The file is
// kept in between, so that no script is needed to hold it.

import HTTPTypes
import Hummingbird
import Ledger

struct ImportController: Sendable {
    let site: Site

    /// Keeps the file and leads to what it would change; a file that cannot be
    /// read is told at its field.
    func upload(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form: MultipartForm
        do {
            form = try await request.multipartForm(upTo: site.configuration.largestImport)
        } catch let error as any HTTPResponseError where error.status == .contentTooLarge {
            return try refuse(.importTooLarge, context)
        }
        guard let file = form["file"], !file.content.isEmpty else {
            return try refuse(.importNoFile, context)
        }
        let upload = Upload(
            id: site.newOperationID(), name: String((file.filename ?? "").prefix(100)),
            content: Array(file.content))
        do {
            _ = try await read(upload)
        } catch let fault as ArchiveFault {
            return try refuse(fault, context)
        }
        let (author, token) = site.anyone(context)
        let receipt = try await site.ledger.keep(
            upload, by: author, now: site.configuration.now(), limit: site.configuration.accountLimit)
        var response = Response.seeOther(site.links.importing(upload.id))
        if receipt.isNewcomer { response.headers.append(site.sessionField(token, context)) }
        return response
    }

    func show(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let words = context.voice?.words else { throw HTTPError(.internalServerError) }
        let account = try context.requireVisitor().account
        let id = try importID(context)
        guard let upload = try site.ledger.upload(id, of: account) else {
            return try seeResult(of: id, account: account, context)
        }
        let archive = try await read(upload)
        do {
            let plan = try site.ledger.plan(for: archive, of: account, now: site.configuration.now())
            return try .page(ImportPage(upload, archive, plan, words), in: context.voice, isSecret: true)
        } catch let fault as ArchiveFault {
            return try refuse(fault, context)
        }
    }

    func apply(_ request: Request, _ context: SiteContext) async throws -> Response {
        guard let token = context.token, let visitor = try site.ledger.visitor(token.hash) else {
            throw Refusal.unknownSession
        }
        let id = try importID(context)
        guard let upload = try site.ledger.upload(id, of: visitor.account) else {
            return try seeResult(of: id, account: visitor.account, context)
        }
        let archive = try await read(upload)
        do {
            _ = try await site.apply(
                site.operation(.importArchive(archive), id: id.text, from: request), context)
        } catch let fault as ArchiveFault {
            return try refuse(fault, context)
        }
        try await site.ledger.removeUpload(id, of: visitor.account)
        return try seeResult(of: id, account: visitor.account, context)
    }

    /// Home, where the import can be taken back; for a file that was let go of, the form for another one.
    private func seeResult(
        of id: OperationID, account: AccountID, _ context: SiteContext
    ) throws -> Response {
        guard let deed = try site.ledger.deed(id, of: account) else {
            return try refuse(.importGone, status: .notFound, context)
        }
        return .seeOther(site.links.home(undo: id, at: .tap, of: deed.counter))
    }

    private func importID(_ context: SiteContext) throws -> OperationID {
        guard let id = context.parameters.get("id").flatMap({ OperationID($0) }) else {
            throw HTTPError(.notFound)
        }
        return id
    }

    /// Reads on a thread that nobody waits for: it may take half a second.
    private func read(_ upload: Upload) async throws -> Archive {
        let now = site.configuration.now()
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try ArchiveFormat.read(upload.content, now: now)
        }
    }

    private func refuse(_ fault: ArchiveFault, _ context: SiteContext) throws -> Response {
        try refuse(context.voice?.words.sentence(for: fault), context)
    }

    private func refuse(
        _ phrase: Phrase, status: HTTPResponse.Status = .unprocessableContent, _ context: SiteContext
    ) throws -> Response {
        try refuse(context.voice?.words[phrase], status: status, context)
    }

    private func refuse(
        _ problem: String?, status: HTTPResponse.Status = .unprocessableContent, _ context: SiteContext
    ) throws -> Response {
        guard let words = context.voice?.words else { throw HTTPError(.internalServerError) }
        let visitor = try context.token.flatMap { try site.ledger.visitor($0.hash) }
        let export = try visitor.map { try site.ledger.export(of: $0.account) }
        return try .page(
            TransferPage(export, problem: problem, words, site.links), in: context.voice,
            status: status)
    }
}
