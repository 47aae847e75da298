// Operations of before there was the log, one of each kind that the schema of then could hold.

import GRDB

@testable import Ledger

/// An operation of before, what it was then, and what a change of now would be that is another one.
struct OldDeed {
    let id: OperationID
    let change: Change
    var other: Change = .increment(1, by: 77)
    /// Whether it can be taken back, and done again.
    var isUndone = true
}

extension OldDatabase {
    /// Fills it with one of each kind, each on a counter or goal of its own.
    func filled() throws -> [OldDeed] {
        try counted() + set() + moved() + sharedAndImported() + chosen() + goals()
    }

    /// Whether an operation says what was there before it: otherwise nothing but counting can be taken back.
    private var tellsBefore: Bool { get throws { try has(column: "before", in: "operation") } }

    /// Counters that were made and counted on.
    private func counted() throws -> [OldDeed] {
        var done: [OldDeed] = []
        let create = try operation("create", counter: 1, payload: "western _Robins \"x\"")
        try counter(1, "Robins \"x\"", position: 99, style: "zheng")
        done.append(OldDeed(id: create, change: .createCounter(title: "_Robins \"x\"", style: .western)))

        func tap(_ kind: String, _ counter: Int64, _ payload: String?, _ entry: Int64, _ count: Int64) throws
            -> OperationID
        {
            try operation(kind, counter: counter, payload: payload, before: String(entry), count: count)
        }
        let increment = try tap("increment", 2, "3", 1, 3)
        try counter(2, "Two", entries: [("increment", 3, nil)], by: [increment])
        done.append(OldDeed(id: increment, change: .increment(2, by: 3), other: .increment(2)))
        let decrement = try tap("decrement", 3, nil, 2, 4)
        try counter(
            3, "Three", entries: [("increment", 5, nil), ("decrement", -1, nil)], by: [decrement])
        done.append(OldDeed(id: decrement, change: .decrement(3), other: .decrement(2)))
        let reset = try tap("reset", 4, "4", 2, 1)
        try counter(4, "Four", entries: [("increment", 5, nil), ("reset", -4, nil)], by: [reset])
        done.append(OldDeed(id: reset, change: .reset(4, seen: 4), other: .reset(4, seen: nil)))
        let set = try tap("set", 5, "10", 2, 10)
        try counter(5, "Five", entries: [("increment", 4, nil), ("set", 6, nil)], by: [set])
        done.append(OldDeed(id: set, change: .set(5, count: 10), other: .set(5, count: 11)))
        if try has(column: "voids", in: "entry") {
            let void = try tap("void", 6, "1 yes", 2, 0)
            try counter(6, "Six", entries: [("increment", 4, nil), ("void", -4, 1)], by: [void])
            done.append(
                OldDeed(
                    id: void, change: .void(6, entry: 1, isVoid: true),
                    other: .void(6, entry: 1, isVoid: false))
            )
        }
        return done
    }

    /// What was set on counters.
    private func set() throws -> [OldDeed] {
        var done: [OldDeed] = []
        let tellsBefore = try tellsBefore
        let rename = try operation("rename", counter: 7, payload: " Seven ", before: "\\ \"7\"\u{301}\t")
        try counter(7, "Seven")
        done.append(
            OldDeed(
                id: rename, change: .rename(7, title: " Seven "), other: .rename(7, title: "Seven"),
                isUndone: tellsBefore))
        let collapse = try operation("collapse", counter: 8, payload: "yes", before: "0")
        try counter(8, "Eight", isCollapsed: true)
        done.append(
            OldDeed(
                id: collapse, change: .collapse(8, isCollapsed: true),
                other: .collapse(8, isCollapsed: false),
                isUndone: tellsBefore))
        let collapseAll = try operation("collapseAll", payload: "yes", before: "9,10")
        try counter(9, "Nine", isCollapsed: true)
        try counter(10, "Ten", isCollapsed: true)
        done.append(
            OldDeed(
                id: collapseAll, change: .collapseAll(isCollapsed: true),
                other: .collapseAll(isCollapsed: false), isUndone: tellsBefore))
        if try has(column: "style", in: "counter") {
            let restyle = try operation("restyle", counter: 11, payload: "western", before: "zheng")
            try counter(11, "Eleven", style: "western")
            done.append(
                OldDeed(
                    id: restyle, change: .restyle(11, .western), other: .restyle(11, .zheng),
                    isUndone: tellsBefore))
        }
        let recolor = try operation("recolor", counter: 12, payload: "5", before: "2")
        try counter(12, "Twelve", color: 5)
        done.append(
            OldDeed(
                id: recolor, change: .recolor(12, color: 5), other: .recolor(12, color: 4),
                isUndone: tellsBefore))
        if try has(table: "note") {
            let step = try operation("step", counter: 13, payload: "10", before: "3")
            try counter(13, "Thirteen", step: 10)
            done.append(OldDeed(id: step, change: .setStep(13, step: 10), other: .setStep(13, step: 11)))
            let annotate = try operation(
                "annotate", counter: 14, payload: "1 \u{301} by the \"door\"", before: "old")
            try counter(14, "Fourteen", entries: [("increment", 1, nil)])
            try note("\u{301} by the \"door\"", at: 1, of: 14)
            done.append(
                OldDeed(
                    id: annotate, change: .annotate(14, entry: 1, note: "\u{301} by the \"door\""),
                    other: .annotate(14, entry: 1, note: "by")))
        }
        return done
    }

    /// Counters that were moved, deleted and restored.
    private func moved() throws -> [OldDeed] {
        var done: [OldDeed] = []
        let tellsBefore = try tellsBefore
        let move = try operation("move", counter: 15, payload: "14", before: "2")
        try counter(15, "Fifteen")
        done.append(
            OldDeed(
                id: move, change: .move(15, after: 14), other: .move(15, after: nil), isUndone: tellsBefore))
        let delete = try operation("delete", counter: 16)
        try counter(16, "Sixteen", deletedAt: Moment.start.milliseconds - 1000)
        done.append(OldDeed(id: delete, change: .delete(16), other: .delete(15)))
        let restore = try operation("restore", counter: 17)
        try counter(17, "Seventeen")
        done.append(OldDeed(id: restore, change: .restore(17), other: .restore(16)))
        return done
    }

    /// Links, and a file that was read in.
    private func sharedAndImported() throws -> [OldDeed] {
        var done: [OldDeed] = []
        if try has(table: "share") {
            let made = String(repeating: "a", count: 32), gone = String(repeating: "b", count: 32)
            let share = try operation("share", counter: 18, before: made)
            try counter(18, "Eighteen")
            try sql("INSERT INTO share VALUES (18, ?, 0, NULL)", [made])
            done.append(OldDeed(id: share, change: .share(18), other: .share(17)))
            let unshare = try operation("unshare", counter: 19, before: gone)
            try counter(19, "Nineteen")
            try sql("INSERT INTO share VALUES (19, ?, 0, 1)", [gone])
            done.append(OldDeed(id: unshare, change: .unshare(19), other: .unshare(18)))
        }
        if try has(column: "origin", in: "counter") {
            let arrival = try operation("import", counter: 21, before: "20 21:2:3", count: 1)
            try counter(20, "Twenty", entries: [("increment", 2, nil)])
            try counter(
                21, "Twenty-one",
                entries: [("increment", 1, nil), ("increment", 2, nil), ("increment", 3, nil)])
            done.append(
                OldDeed(id: arrival, change: .importArchive(Archive(counters: [], repetitions: 0))))
        }
        return done
    }

    /// What was chosen for all counters.
    private func chosen() throws -> [OldDeed] {
        var done: [OldDeed] = []
        guard try has(column: "dayStart", in: "account") else { return done }
        let dayStart = try operation("dayStart", payload: "4", before: "2")
        let weekStart = try operation("weekStart", payload: "6", before: nil)
        try sql("UPDATE account SET dayStart = 4, weekStart = 6")
        done.append(OldDeed(id: dayStart, change: .setDayStart(hour: 4), other: .setDayStart(hour: 5)))
        done.append(OldDeed(id: weekStart, change: .setWeekStart(.sunday), other: .setWeekStart(nil)))
        return done
    }

    /// Goals and their days.
    private func goals() throws -> [OldDeed] {
        var done: [OldDeed] = []
        guard try has(table: "goal") else { return done }
        let day = CivilDay.start.adding(-1)
        let first = CivilDay.start.number - 10, last = CivilDay.start.number + 10
        let createGoal = try operation(
            "createGoal", goal: 1, payload: "0 \(first) \(last) - 2:3 Read a \"page\"")
        try goal(1, "Read a \"page\"", position: 50)
        try sql("UPDATE goal SET counter = 2, target = 3 WHERE id = 1")
        let draft = try GoalDraft(
            name: "Read a \"page\"", color: 0, start: CivilDay(number: first), end: CivilDay(number: last),
            reminder: nil, follows: Goal.Following(counter: 2, target: 3))
        done.append(
            OldDeed(id: createGoal, change: .createGoal(draft), other: .createGoal(try .of("Another"))))
        let editGoal = try operation(
            "editGoal", goal: 2, payload: "1 \(first) \(last) 480 - Run",
            before: "0 \(first - 1) \(last + 1) - - \u{301}Walk")
        try goal(2, "Run", color: 1, reminder: 480)
        let edited = try GoalDraft(
            name: "Run", color: 1, start: CivilDay(number: first), end: CivilDay(number: last),
            reminder: 480, follows: nil)
        done.append(
            OldDeed(id: editGoal, change: .editGoal(2, edited), other: .editGoal(2, try .of("Another"))))
        let archiveGoal = try operation("archiveGoal", goal: 3, payload: "yes", before: "no")
        try goal(3, "Sing", isArchived: true)
        done.append(
            OldDeed(
                id: archiveGoal, change: .archiveGoal(3, isArchived: true),
                other: .archiveGoal(3, isArchived: false)))
        let moveGoal = try operation("moveGoal", goal: 4, payload: "3", before: "")
        try goal(4, "Jump")
        done.append(OldDeed(id: moveGoal, change: .moveGoal(4, after: 3), other: .moveGoal(4, after: nil)))
        let markDay = try operation("markDay", goal: 5, payload: "\(day.number) yes", before: "no")
        try goal(5, "Swim")
        let noteDay = try operation(
            "noteDay", goal: 5, payload: "\(day.number) two\nlines", before: "one\nline")
        try sql(
            "INSERT INTO goalDay VALUES (5, ?, 1, 1, 5, ?, 5, ?)", [day.number, markDay.data, noteDay.data])
        try sql("INSERT INTO dayNote VALUES (5, ?, ?)", [day.number, "two\nlines"])
        done.append(
            OldDeed(
                id: markDay, change: .markDay(5, day, isDone: true), other: .markDay(5, day, isDone: false)))
        done.append(
            OldDeed(
                id: noteDay, change: .noteDay(5, day, note: "two\nlines"),
                other: .noteDay(5, day, note: "two lines")))
        return done
    }
}
