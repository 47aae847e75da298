// One page of each kind, with content in every part.

import Figures
import HTTPTypes
import Hummingbird

@testable import Ledger
@testable import Site

extension HouseTests {
    static func pages(_ words: Words) -> [any Page] {
        let counter = Counter(
            id: 1, title: "a", color: 0, isCollapsed: false, count: 3, revision: 1, rank: 0,
            isDeleted: false, style: .western, step: 1,
            origin: OperationID(bytes: [UInt8](repeating: 0, count: 16)))
        let card = LargeCard(counter, in: [.wide], words, Links(base: "", build: ""))
        let notice = Notice(
            sentence: "", action: "", undo: "", from: "", button: "", isRedo: true, close: "")
        let goal = Goal(
            id: 1, name: "a", color: 0, start: CivilDay(number: 0), end: CivilDay(number: 9), reminder: 60,
            follows: Goal.Following(counter: 1, target: 2), isArchived: false, rank: 0, revision: 1)
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "count.example", path: "/"),
            body: RequestBody(buffer: ByteBuffer()))
        let record = GoalRecord(goal: goal, marked: [], noted: [], counted: [:])
        let today = Today(
            day: CivilDay(number: 3), zone: ClientZone(of: request), dayStart: .midnight)
        let goalDay = GoalDay(goal: goal, day: today.day, isMarked: false, counted: 0)
        let figure = CounterPage.Figure(0, from: today.day, days: 1, words)
        let along = Along(account: 1, isLastWayIn: true, isUnconfirmed: true)
        var joinPage = JoinPage(along, hasPasskeys: true)
        (joinPage.codeProblem, joinPage.signInProblem, joinPage.passkeyProblem) = ("", "", "")
        let year = GoalYears.Year(number: 1970, days: goal.start...goal.end)
        return [
            NoticePage(notice: notice),
            OfflinePage(),
            HomePage(
                geometry: "", shapesModule: "", flourishes: "", events: "", notice: notice,
                hasCounters: true,
                emptyMarks: "", suggestion: "", titleTooLong: "", blankCard: ""),
            CardPage(CardPage.Shape(counter)),
            NewCounterPage(operation: "", suggestion: "", typed: "", problem: "", titleTooLong: ""),
            CounterPage(
                card: card, notice: notice, today: figure, thisWeek: figure, zone: "", dayStart: 0,
                steps: [.init(value: 1, name: "", isChosen: true)],
                otherStep: "", isOtherStep: true, isOtherStepOpen: true,
                styles: [.init(value: "", name: "", isChosen: true)],
                colors: [.init(value: 0, name: "", isChosen: true)], goals: [.init(address: "", name: "")],
                typedStep: "", typedCount: "", seenStep: "", seenCount: "", stepProblem: "",
                countProblem: "", operation: "", titleTooLong: ""),
            FullPage(card: card, isQuick: true),
            TransferPage(nil, largestFile: 1, problem: "", words, Links(base: "", build: "")),
            ImportPage(
                id: OperationID(bytes: [UInt8](repeating: 0, count: 16)), name: "",
                ImportSummary(
                    Archive(counters: [], repetitions: 1),
                    [
                        PlannedCounter(
                            title: "", fate: .isNew, entries: 1, notes: 0, count: 1, id: nil,
                            revival: BulkVoid(count: 0), additions: [], annotations: [])
                    ]), words),
            ArrangePage(
                counters: [
                    .init(
                        id: 1, title: "", color: 0, formattedCount: "",
                        moves: Moves(at: 0, of: [1], named: "", address: "", words))
                ], areCollapsed: true, inTrash: 2, notice: notice,
                empty: .init(sentence: "", address: "", button: ""), words),
            LastChangesPage(
                days: [
                    .init(
                        id: "", heading: "",
                        changes: [
                            .init(
                                id: "", sentence: "", time: "", isUndone: true, undo: "",
                                button: "", buttonLabel: "")
                        ])
                ], daysBegin: "", today: "", dayStart: 0, zone: "", notice: notice,
                empty: .init(sentence: "", address: "", button: "")),
            DeletionPage(
                DeletionForm(), .nothing, of: 1, flaw: .otherWord, operation: "",
                words, Links(base: "", build: "")),
            TitlePage(id: 1, seen: "", typed: "", problem: "", isFromCounter: true, titleTooLong: ""),
            ResetPage(id: 1, question: "", operation: "", seen: 1, since: 1, isFromCounter: true),
            TrashPage(
                counters: [.init(id: 1, title: "", formattedCount: "", restoreName: "")], notice: notice,
                empty: .init(sentence: "", address: "", button: "")),
            SettingsPage(
                sample: .init(.fractal, words),
                themes: [.init(value: "", name: "", isChosen: true)], schemes: [],
                styles: [.init(value: "", name: "", isChosen: true)], languages: [],
                buzzes: true, hasKeys: true, hasBadge: true,
                calendar: .init(dayStarts: [], weekStarts: []), zone: "", zoneSentence: "",
                inTrash: ""),
            ZonePage(ClientZone(cookie: nil), chosen: "", words),
            KeyboardPage(keys: [.init(keys: [""], meaning: "")], state: ""),
            HistoryPage(
                counter: counter,
                entries: [
                    Entry(
                        number: 1, kind: .increment, delta: 1, count: 1, madeAt: Moment(milliseconds: 0),
                        zoneOffset: 0, voids: nil, isVoid: true, note: "x")
                ], before: 2, hasOlder: true, counted: [:], today: CivilDay(number: 0), zone: "",
                dayStart: .midnight,
                notice: notice,
                words, Links(base: "", build: "")),
            NotePage(
                Entry(
                    number: 1, kind: .increment, delta: 1, count: 1, madeAt: Moment(milliseconds: 0),
                    zoneOffset: 0, voids: nil, isVoid: false, note: ""), of: counter, problem: "",
                timeProblem: "", words, Links(base: "", build: "")),
            StatisticsPage(
                counter: .init(id: 1, title: "", address: "", color: 0),
                periods: [.init(address: "", name: "", isChosen: true)],
                empty: .init(sentence: "", address: "", button: ""),
                lead: .init(total: "", sentence: "", marks: "", shapes: ""),
                figures: [.init(name: "", date: "", value: "", detail: "")],
                charts: [
                    .init(
                        id: "", caption: "", drawing: "", column: "", rows: [.init(place: "", marks: "")])
                ], today: "", dayStart: 0, zone: "", zoneSentence: "", daysBegin: ""),
            SharePage(
                title: "", bar: .init(title: "", address: "", color: 0), address: "", link: "", path: "",
                undo: "", operation: ""),
            SharedPage(counter, words),
            DevicesPage(
                account: 1,
                devices: [
                    .init(
                        id: 1, address: "", name: "", shownName: "", isThis: true, seen: "", added: "",
                        zone: "", shownZone: "", isLastWayIn: true,
                        renameLabel: "", signOutLabel: "")
                ], hasOthers: true, done: "", joinLead: "", joinButton: "",
                joinCode: QRCode("a").map { .init(text: "", until: "", qrCode: $0) },
                recovery: .init(link: "", exists: true, button: ""), since: "",
                empty: .init(sentence: "", address: "", button: "")),
            AccountDeletionPage(
                account: 1, empty: .init(sentence: "", address: "", button: ""), exportJSON: "",
                exportCSV: "", label: "", typed: "", problem: ""),
            AccountDeletedPage(account: 1),
            InvitationPage(address: "", operation: ""),
            RecoverPage(address: "", sentence: "", along: along),
            joinPage,
            SignInSettingsPage(
                account: 1, empty: .init(sentence: "", address: "", button: ""), passphraseHint: "",
                nameProblem: "", passphraseProblem: "", done: "",
                passkeys: .init(
                    rows: [.init(removal: "", name: "", added: "", used: "", removeLabel: "")], canAdd: true,
                    problem: ""),
                codes: [""],
                hasNewCodes: true, codesButton: "", codesLeft: ""),
            GoalsPage([record], today, notice: notice, words), GoalPage(words),
            GoalYearsPage(
                [year], shown: year, of: record, today: today.day, words, Links(base: "", build: "")),
            ArrangeGoalsPage([goal], today.dayStart, notice: notice, words, Links(base: "", build: "")),
            GoalFormPage(
                GoalForm(goal), GoalForm.Flaws(), of: goal, counters: [counter], today: today,
                operation: "", words, Links(base: "", build: "")),
            DayPage(
                goalDay, counter: counter, note: "", isTooLong: true, notice: notice, today, words,
                Links(base: "", build: "")),
            WatchPage(
                [counter], [goalDay], page: 1, today, notice: notice, isUnrecognized: true, words,
                Links(base: "", build: "")),
            WatchCounterPage(counter, notice: notice, words),
            WatchNamePage(
                new: OperationID(bytes: [UInt8](repeating: 0, count: 16)), suggestion: "", typed: "",
                problem: "", words, Links(base: "", build: "")),
            WatchResetPage(id: 1, question: "", operation: "", seen: 1, since: 1, back: ""),
            WatchProblemPage(
                ProblemPage(
                    heading: "", advice: "", typed: "", number: "",
                    destinations: [.init(address: "", text: "", isFirst: true)])
            ),
            CommunityPage(signsIn: true), FeedbackThanksPage(), WaitingPage(),
            FeedbackPage(
                FeedbackForm(),
                flaws: [.nothingIsSaid, .nameIsTooLong, .emailIsNone],
                operation: "", words),
            TutorialPage(
                Trial(.settings, query: ["count": "8"], look: Appearance()),
                words, links: Links(base: "", build: "")),
            SearchPage(
                typed: "", problem: "", sum: "", shapes: "",
                hits: [
                    .init(address: "", color: 0, pieces: [.init(text: "", isMatch: true)], 0, .fractal, words)
                ], empty: .init(sentence: "", address: "", button: ""), more: ""),
            OpenSearchPage(icon: "", search: "", own: ""),
            ProblemPage(
                heading: "", advice: "", typed: "", number: "",
                destinations: [.init(address: "", text: "", isFirst: true)]),
            CookiesPage(
                ["title": "", "operation": ""], typed: "title", address: "", Links(base: "", build: "")),
            GoalsProblemPage(
                ProblemPage(
                    heading: "", advice: "", typed: "", number: "",
                    destinations: [.init(address: "", text: "", isFirst: true)])
            ),
        ]
    }
}
