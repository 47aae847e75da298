// All routes of the site: what each does, what it counts as, and whether users stay there.

import Hummingbird
import Ledger

extension Site {
    /// The site's routes: what each does, what it counts as, and whether users stay there.
    ///
    /// - Parameters:
    ///   - table: Receives every route.
    ///   - requested: The only path that the router has to know.
    func router(table: RouteTable = RouteTable(), for requested: RequestedPath? = nil) -> Router<SiteContext>
    {
        let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
        router.add(
            middleware: SiteMiddleware(
                log: RequestLog(now: configuration.now),
                checks: [AddressCheck(), CrossSiteCheck()],
                cookies: CookiesQuestion(
                    presentations: presentations, links: links, largestForm: configuration.largestForm),
                zones: PerScheme { [links, zone = configuration.zone] in
                    ClientZone.Defaults(base: links.base, isSecure: $0, standard: zone)
                },
                table: table,
                methods: AllowedMethods(table: table),
                problems: ProblemPages(
                    presentations: presentations, links: links, randomBytes: configuration.randomBytes),
                steps: [
                    LastScreenStep(base: links.base),
                    TotalsStep(totals: totals, now: configuration.now),
                ],
                undelivered: UndeliveredBodies(),
                headers: SecurityHeaders()))
        // Routes for everybody; those that a private site keeps to people with an account; and of these the GET routes that
        // need one anyway.
        let visit = VisitorMiddleware(
            ledger: ledger, links: links, presentations: presentations, configuration: configuration)
        func members(of group: RouterGroup<PageContext>) -> RouterGroup<PageContext> {
            let signUp = configuration.limits.signUp
            return signUp == .open ? group : group.group().add(middleware: SignUpMiddleware(signUp: signUp))
        }
        let everybody = router.group().add(middleware: visit).group(context: PageContext.self)
        let membersOnly = members(of: everybody)
        let publicPages = Routes(group: everybody, table: table, requested: requested)
        let pages = Routes(group: membersOnly, table: table, requested: requested)
        let visitors = Routes(
            group: membersOnly.group(context: VisitorContext.self), table: table, requested: requested)
        let controllers = Controllers(self, table: table)
        let streams = members(
            of: router.group().add(middleware: controllers.check).add(middleware: visit)
                .group(context: PageContext.self))
        controllers.addRoutes(
            to: pages, visitors: visitors, everybody: publicPages,
            streams: Routes(group: streams, table: table, requested: requested),
            files: Routes(group: router.group(), table: table, requested: requested), configuration)
        return router
    }
}

extension Controllers {
    /// - Parameters:
    ///   - pages: Routes that a private site keeps to people with an account.
    ///   - visitors: Of these, GET routes that need an account anyway.
    ///   - publicPages: Routes for everybody.
    ///   - streams: Event streams, which the operator's own check may open, too.
    ///   - files: Files, where no web server hands them out.
    fileprivate func addRoutes(
        to pages: Routes<PageContext>, visitors: Routes<VisitorContext>,
        everybody publicPages: Routes<PageContext>,
        streams: Routes<PageContext>, files: Routes<SiteContext>, _ configuration: SiteConfiguration
    ) {
        // Counters
        pages.get("/", .screen(.homeView), use: home.show)
        pages.get("/counters/new", .view(.newCounterView), use: counters.new)
        pages.post("/counters", .creation, use: counters.create)
        pages.post("/counters/:id/marks", use: marks.create)
        pages.post("/counters/:id/erasures", use: marks.erase)
        pages.post("/counters/collapse", use: arrangement.collapseAll)  // collapsed=yes | no
        pages.get("/counters/arrange", .view(.arrangeView), use: arrangement.show)
        pages.get("/counters/deletion", .view(.deletionView), use: deletion.show)
        pages.post("/counters/deletion", use: deletion.create)  // word=delete, newest=7
        visitors.get("/counters/:id", .screen(.counterView), use: details.show)
        visitors.get("/counters/:id/full", .screen(.fullScreenView), use: details.showFull)
        visitors.get("/counters/:id/title", .uncounted, use: counters.editTitle)
        pages.post("/counters/:id/title", .action(.renaming), use: counters.saveTitle)
        pages.post("/counters/:id/collapse", use: counters.saveCollapse)  // collapsed=yes | no
        pages.post("/counters/:id/style", .action(.restyling), use: adjustments.saveStyle)  // style=western
        pages.post("/counters/:id/color", .action(.recoloring), use: adjustments.saveColor)  // color=0 … 7
        pages.post("/counters/:id/step", use: adjustments.saveStep)  // number=5
        pages.post("/counters/:id/count", use: adjustments.saveCount)  // number=120
        pages.post("/counters/:id/place", use: adjustments.savePlace)  // after=7, or nothing for the first
        visitors.get("/counters/:id/history", .screen(.historyView), use: history.show)  // before=101
        pages.post("/counters/:id/entries/:entry/void", use: history.void)  // void=yes | no
        visitors.get("/counters/:id/entries/:entry/note", .uncounted, use: history.editNote)
        pages.post("/counters/:id/entries/:entry/note", use: history.saveNote)
        pages.post("/counters/:id/entries/:entry/time", use: history.saveTime)  // time=2026-11-21T18:20
        pages.get("/undo", .uncounted, use: undo.show)
        pages.post("/undo", use: undo.create)  // undo=the operation
        visitors.get("/counters/:id/reset", .uncounted, use: counters.askReset)
        pages.post("/counters/:id/reset", .action(.reset), use: counters.reset)

        // Statistics: period=7d | 30d | 12w | 12m | all
        visitors.get("/counters/:id/statistics", .screen(.statisticsView), use: statistics.showOne)
        pages.get("/statistics", .screen(.statisticsView), use: statistics.showAll)

        // Sharing
        visitors.get("/counters/:id/share", .view(.shareView), use: sharing.show)
        pages.post("/counters/:id/share", use: sharing.save)  // shared=yes | no, undo=…
        publicPages.get("/shared/:token", .view(.sharedView), use: shared.show)

        // Trash
        pages.get("/trash", .view(.trashView), use: trash.show)
        pages.post("/counters/:id/deletion", .action(.deletion), use: trash.delete)
        pages.post("/counters/:id/restoration", use: trash.restore)

        // Transfer
        pages.get("/transfer", .view(.transferView), use: exports.show)
        for format in ArchiveFormat.allCases {  // part=2, where there are several
            visitors.get("/export.\(format.rawValue)", .uncounted, use: exports.exportAll(format))
            visitors.get(
                "/counters/:id/export.\(format.rawValue)", .uncounted, use: exports.exportOne(format))
        }
        visitors.get("/goals/export.json", .uncounted, use: exports.exportGoals)
        pages.post("/imports", use: imports.upload)
        visitors.get("/imports/:id", .view(.transferView), use: imports.show)
        pages.post("/imports/:id", use: imports.apply)

        // Search
        pages.get("/search", .screen(.searchView), use: search.show)  // q=robin
        publicPages.get("/opensearch.xml", .uncounted, use: search.describe)

        // Addresses
        visitors.get("/counters/:id/card", .uncounted, use: addresses.card)
        pages.get("/index/:place", .uncounted, use: addresses.place)  // 1, 2, 3 …
        pages.get("/new", .shortcut(.quickCounter), use: addresses.new)
        pages.get("/quick/:place", .shortcut(.quickMark), use: quick.show)  // last | previous
        publicPages.get("/manifest.webmanifest", .uncounted, use: quick.manifest)
        // link=web+fivebar:new | index/3 | counter/7, or nothing
        pages.get("/open", .appLaunch, use: addresses.open)

        // Settings
        pages.get("/settings", .view(.settingsView), use: settings.show)
        pages.get("/keyboard", .view(.keyboardView), use: keyboard.show)
        pages.post("/settings", use: settings.save)  // theme=dark, dayStart=4 …
        pages.get("/settings/zone", .uncounted, use: zones.show)
        pages.post("/settings/zone", use: zones.save)  // zone=Europe/Berlin, or nothing for the device's

        // Accounts
        pages.get("/settings/devices", .uncounted, use: devices.show)
        pages.post("/settings/devices/:id/name", use: devices.rename)  // name=Kitchen
        pages.get("/settings/deletion", .uncounted, use: accountDeletion.show)
        pages.post("/settings/deletion", use: accountDeletion.create)  // word=delete
        if !configuration.signsInByWebServer {
            pages.post("/settings/devices/removal", use: devices.signOutOthers)
            pages.post("/settings/devices/code", use: devices.makeJoinCode)
            pages.post("/settings/devices/:id/removal", use: devices.signOut)
            pages.get("/settings/sign-in", .uncounted, use: signIn.show)  // done=saved | removed | passkey …
            pages.post("/settings/sign-in", use: signIn.save)  // name=Ada, passphrase=…, others=yes
            pages.post("/settings/sign-in/removal", use: signIn.remove)
            pages.post("/settings/recovery-codes", use: signIn.makeCodes)
            pages.post("/settings/passkeys/options", use: signIn.passkeyOptions)
            pages.post("/settings/passkeys", use: signIn.addPasskey)  // clientData=…, authenticatorData=…
            pages.post("/settings/passkeys/:id/removal", use: signIn.removePasskey)
            publicPages.get("/join", .uncounted, use: join.show)  // code=KTRBXMQV
            publicPages.post("/join", use: join.create)  // code=KTRB-XMQV, along=yes
            publicPages.post("/join/passkey/options", use: join.passkeyOptions)
            publicPages.post("/join/passkey", use: join.openByPasskey)  // signature=…, along=yes
            publicPages.post("/sign-in", use: join.signIn)  // name=Ada, passphrase=…, along=yes
            pages.post("/settings/recovery", use: recovery.make)  // others=yes: signs them out
            publicPages.get("/recover/:token", .uncounted, use: recovery.ask)
            publicPages.post("/recover/:token", use: recovery.open)
            publicPages.get("/invitation/:token", .uncounted, use: invitation.ask)
            publicPages.post("/invitation/:token", use: invitation.accept)
        }

        // Feedback
        pages.get("/feedback", .view(.feedbackView), use: feedback.show)  // ?thanks: when it is kept
        pages.post("/feedback", use: feedback.create)

        // Tutorial
        pages.get("/tutorial", .view(.tutorialView), use: tutorial.showFirst)
        pages.get("/tutorial/:page", .view(.tutorialView), use: tutorial.show)  // 2 to 6
        pages.post("/tutorial/end", use: tutorial.end)

        // Goals
        pages.get("/goals", .screen(.goalsView), use: goals.show)
        pages.get("/goals/new", .view(.newGoalView), use: goalForms.new)
        pages.post("/goals", use: goalForms.create)
        pages.get("/goals/arrange", .view(.arrangeView), use: goals.arrange)
        visitors.get("/goals/:id", .screen(.goalView), use: goal.show)
        visitors.get("/goals/:id/edit", .uncounted, use: goalForms.edit)
        pages.post("/goals/:id", use: goalForms.save)
        pages.post("/goals/:id/archive", use: goal.archive)  // archived=yes | no
        pages.post("/goals/:id/place", use: goals.savePlace)  // after=7, or nothing for the first
        visitors.get("/goals/:id/reminder.ics", .uncounted, use: reminders.show)
        visitors.get("/goals/:id/:day", .view(.dayView), use: days.show)  // 2026-01-03
        pages.post("/goals/:id/:day/mark", use: days.mark)  // done=yes | no
        pages.post("/goals/:id/:day/note", use: days.saveNote)

        // Community
        pages.get("/community", .screen(.communityView), use: community.show)

        // Watch
        pages.get("/watch", .view(.watchView), use: watch.show)  // page=2
        pages.get("/watch/counters/new", .view(.watchView), use: counters.newOnWatch)
        visitors.get("/watch/counters/:id", .view(.watchView), use: watch.showCounter)
        visitors.get("/watch/counters/:id/title", .uncounted, use: counters.editTitleOnWatch)
        visitors.get("/watch/counters/:id/reset", .uncounted, use: watch.askReset)

        // Sync
        pages.post("/operations", use: lists.create)
        visitors.get("/changes", .uncounted, use: changes.show)  // since=41, after=7
        streams.get("/events", .uncounted, use: events.stream)
        publicPages.get("/offline", .uncounted, use: worker.offline)
        publicPages.get("/offline/goals", .uncounted, use: worker.offlineGoals)
        publicPages.get("/offline/goal", .uncounted, use: goal.showBlank)
        publicPages.get("/offline/goal/edit", .uncounted, use: goalForms.showBlank)
        publicPages.get("/offline/counter", .uncounted, use: details.showBlank)
        publicPages.get("/offline/counter/full", .uncounted, use: details.showBlankFull)
        publicPages.get("/waiting", .uncounted, use: waiting.show)

        // Files
        files.get("/assets/:build/**", .uncounted, use: fileServer.asset)
        files.get("/styles/:build/watch.css", .uncounted, use: fileServer.watchStyles)
        files.get("/geometry/:build", .uncounted, use: fileServer.geometry)
        files.get("/shapes/:build", .uncounted, use: fileServer.shapes)
        files.get("/flourishes/:build", .uncounted, use: fileServer.flourishes)
        files.get("/sw.js", .uncounted, use: worker.script)
        files.get("/health", .uncounted, use: health.show)
    }
}
