// Assembles the site. Its routes are in Site+Routes.swift.

public import Hummingbird
public import Ledger

/// Fivebar as a responder, for any transport.
public final class Site: Sendable {
    let configuration: SiteConfiguration
    let ledger: Ledger
    let links: Links
    let assets: Assets
    let revisions: RevisionHub
    let operations: OperationWriter
    let edition: String
    let presentations: Presentations
    let homePageCache = HomePageCache()
    let goalPageCache = Deferred { GoalPageCache() }
    let titleCache = TitleCache()
    let longReads = LongReads()
    let totals = RunningTotals()
    let streams = StreamLimiter()
    let meter = RequestMeter()

    /// Loads texts and files into memory.
    ///
    /// - Throws: If one of them is missing or corrupt.
    public init(_ configuration: SiteConfiguration, ledger: Ledger) throws {
        let content = try SiteContent(configuration)
        self.configuration = configuration
        self.ledger = ledger
        assets = content.assets
        links = content.links
        edition = content.edition
        presentations = content.presentations
        revisions = RevisionHub(ledger: ledger)
        operations = OperationWriter(
            ledger: ledger, links: links, configuration: configuration, revisions: revisions)
    }

    /// Prepares what pages are rendered from, so that errors in it show at startup.
    /// A process that handles a single request does not need this, and unused
    /// languages take no memory.
    ///
    /// - Parameter isWhole: Whether to prepare all languages instead of only the first one.
    /// - Throws: If a text or a template is missing or corrupt.
    public func prepare(isWhole: Bool = false) throws { try presentations.prepare(isWhole: isWhole) }

    /// The responder for all requests, under the configured path.
    public func responder() -> some HTTPResponder<SiteContext> { responder(router().buildResponder()) }

    /// The responder of a process that answers a single request.
    public func responderToOneRequest() -> some HTTPResponder<SiteContext> {
        responder(
            CallbackResponder { [self] request, context in
                let router = router(for: RequestedPath(request.uri.path))
                return try await router.buildResponder().respond(to: request, context: context)
            })
    }

    private func responder<Inner>(_ inner: Inner) -> SiteResponder<Inner> {
        SiteResponder(base: links.base, address: configuration.address, meter: meter, inner: inner)
    }

    /// Notifies open pages of changes made by other processes, until cancelled.
    public func watchOtherProcesses() async {
        await revisions.watchOtherProcesses()
    }
}
