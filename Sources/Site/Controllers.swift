// What answers the site's routes, each given what it needs.

import Ledger

/// The controllers of all features.
struct Controllers: Sendable {
    let home: HomeController
    let counters: CountersController
    let details: DetailController
    let adjustments: AdjustmentsController
    let undo: UndoController
    let arrangement: ArrangeController
    let history: HistoryController
    let marks: MarksController
    let trash: TrashController
    let deletion: DeletionController
    let statistics: StatisticsController
    let settings: SettingsController
    let keyboard: KeyboardController
    let zones: ZoneController
    let search: SearchController
    let sharing: SharingController
    let shared: SharedController
    let addresses: AddressesController
    let quick: QuickController
    let exports: ExportController
    let imports: ImportController
    let reminders: ReminderController
    let goals: GoalsController
    let goal: GoalController
    let goalForms: GoalFormController
    let days: DayController
    let community: CommunityController
    let devices: DevicesController
    let recovery: RecoveryController
    let join: JoinController
    let invitation: InvitationController
    let signIn: SignInSettingsController
    let accountDeletion: AccountDeletionController
    let feedback: FeedbackController
    let tutorial: TutorialController
    let check: OperatorCheck
    let events: EventsController
    let lists: OperationsController
    let watch: WatchController
    let worker: WorkerController
    let waiting: WaitingController
    let changes: ChangesController
    let fileServer: FilesController
    let health: HealthController

    /// - Parameter table: The routes that a last screen is looked up in.
    init(_ site: Site, table: RouteTable) {
        let ledger = site.ledger, links = site.links, configuration = site.configuration
        let operations = site.operations, revisions = site.revisions, longReads = site.longReads
        let assets = site.assets, edition = site.edition, presentations = site.presentations
        let homePageCache = site.homePageCache, goalPageCache = site.goalPageCache
        let titleCache = site.titleCache
        home = HomeController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            edition: edition, homePageCache: homePageCache, longReads: longReads)
        counters = CountersController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        details = DetailController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        adjustments = AdjustmentsController(
            links: links, configuration: configuration, operations: operations, details: details)
        undo = UndoController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            longReads: longReads)
        arrangement = ArrangeController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            longReads: longReads)
        history = HistoryController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        marks = MarksController(links: links, configuration: configuration, operations: operations)
        trash = TrashController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            longReads: longReads)
        deletion = DeletionController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        statistics = StatisticsController(
            ledger: ledger, links: links, configuration: configuration, longReads: longReads)
        settings = SettingsController(
            ledger: ledger, links: links, configuration: configuration, presentations: presentations,
            operations: operations)
        keyboard = KeyboardController()
        zones = ZoneController(links: links, configuration: configuration)
        search = SearchController(
            ledger: ledger, links: links, titleCache: titleCache, longReads: longReads)
        sharing = SharingController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        shared = SharedController(ledger: ledger, edition: edition)
        addresses = AddressesController(ledger: ledger, links: links, table: table)
        quick = QuickController(ledger: ledger, links: links)
        exports = ExportController(
            ledger: ledger, links: links, configuration: configuration, longReads: longReads)
        imports = ImportController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            reader: ImportReader(), longReads: longReads)
        reminders = ReminderController(ledger: ledger, links: links, configuration: configuration)
        goals = GoalsController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            edition: edition, goalPageCache: goalPageCache, longReads: longReads)
        goal = GoalController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            edition: edition, goalPageCache: goalPageCache, longReads: longReads)
        goalForms = GoalFormController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            longReads: longReads)
        days = DayController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            longReads: longReads)
        community = CommunityController(configuration: configuration)
        devices = DevicesController(
            ledger: ledger, links: links, configuration: configuration, revisions: revisions)
        let hasher = PassphraseHasher(
            rounds: configuration.passphraseRounds, randomBytes: configuration.randomBytes)
        let opening = AccountOpening(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            revisions: revisions)
        recovery = RecoveryController(
            ledger: ledger, links: links, configuration: configuration, opening: opening,
            revisions: revisions)
        join = JoinController(
            ledger: ledger, configuration: configuration, opening: opening, hasher: hasher)
        invitation = InvitationController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        signIn = SignInSettingsController(
            ledger: ledger, links: links, configuration: configuration, revisions: revisions, hasher: hasher)
        accountDeletion = AccountDeletionController(
            ledger: ledger, links: links, configuration: configuration, revisions: revisions)
        feedback = FeedbackController(
            ledger: ledger, links: links, configuration: configuration, operations: operations)
        tutorial = TutorialController(links: links)
        check = OperatorCheck(ledger: ledger, configuration: configuration)
        events = EventsController(
            ledger: ledger, configuration: configuration, revisions: revisions, streams: site.streams)
        lists = OperationsController(
            ledger: ledger, configuration: configuration, operations: operations, revisions: revisions,
            days: days.answers)
        watch = WatchController(
            ledger: ledger, links: links, configuration: configuration, operations: operations,
            longReads: longReads)
        worker = WorkerController(
            links: links, assets: assets, signsInByWebServer: configuration.signsInByWebServer)
        waiting = WaitingController()
        changes = ChangesController(ledger: ledger, longReads: longReads)
        fileServer = FilesController(links: links, assets: assets)
        health = HealthController(ledger: ledger, now: configuration.now, check: check)
    }
}
