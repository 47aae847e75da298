// What results from a goal's days: percentage, streak and the state of each day.

import Testing

@testable import Ledger

@Suite struct GoalRecordTests {
    /// A goal of so many days from ``CivilDay/start`` on.
    ///
    /// - Parameters:
    ///   - marked: Days after the first one; below 0 before it.
    ///   - target: Of a counter that it follows.
    private func record(
        days: Int = 10, marked: [Int] = [], counted: [Int: Int64] = [:], target: Int64? = nil
    ) -> GoalRecord {
        let goal = Goal(
            id: 1, name: "Read", color: 0, start: .start, end: .start.adding(days - 1), reminder: nil,
            follows: target.map { Goal.Following(counter: 1, target: $0) }, isArchived: false, rank: 0,
            revision: 1)
        let byDay = counted.map { (CivilDay.start.adding($0.key), $0.value) }
        return GoalRecord(
            goal: goal, marked: Set(marked.map { CivilDay.start.adding($0) }), noted: [],
            counted: Dictionary(uniqueKeysWithValues: byDay))
    }

    private func progress(_ record: GoalRecord, on day: Int) -> GoalProgress {
        record.progress(today: .start.adding(day))
    }

    @Test func `a goal has its first day, its last day and all between`() {
        #expect(record(days: 1).goal.days == 1)
        let goal = record(days: 10).goal
        #expect(goal.days == 10)
        #expect(
            (-1...10).map { goal.contains(.start.adding($0)) } == [false] + Array(repeating: true, count: 10)
                + [false])
    }

    @Test func `a day is done, missed, open or to come`() {
        let record = record(marked: [0, 2, 5])
        let states = (0..<8).map { record.state(of: .start.adding($0), today: .start.adding(3)) }
        #expect(states == [.done, .missed, .done, .open, .future, .future, .future, .future])
        // Today is done as soon as it is marked, and a marked day to come is done when it comes.
        #expect(record.state(of: .start.adding(5), today: .start.adding(5)) == .done)
    }

    @Test func `the percentage is of the days so far, rounded down, and today counts once it is done`() {
        func percent(_ days: Int, _ marked: [Int], on day: Int) -> Int? {
            progress(record(days: days, marked: marked), on: day).percent
        }
        #expect(percent(10, [0, 1, 2, 3], on: 5) == 80 && percent(10, [0, 1, 2, 3, 5], on: 5) == 83)
        #expect(percent(3, [0, 1], on: 2) == 100 && percent(3, [0, 1], on: 3) == 66)
        #expect(percent(365, Array(0..<364), on: 365) == 99)
        #expect(percent(3653, Array(0..<3652), on: 4000) == 99)
        // Nothing can be said on a first day that is still open, nor before it.
        #expect(percent(10, [], on: 0) == nil && percent(10, [], on: -1) == nil)
        #expect(percent(10, [], on: 1) == 0 && percent(10, [0], on: 0) == 100)
    }

    @Test func `what is marked outside of the goal or after today counts nowhere`() {
        let record = record(days: 4, marked: [-2, -1, 0, 1, 2, 3, 4, 5])
        #expect(progress(record, on: 1).done == 2 && progress(record, on: 1).streak == 2)
        #expect(!progress(record, on: 1).isCompleted)
        #expect(progress(record, on: 3) == progress(record, on: 400))
        #expect(progress(record, on: 3).done == 4 && progress(record, on: 3).streak == 4)
        #expect(
            progress(record, on: -1)
                == GoalProgress(done: 0, days: 4, percent: nil, streak: 0, isCompleted: false))
    }

    @Test(
        arguments: [
            // Up to today, or up to yesterday while today is open.
            ([0, 1, 2], 2, 3), ([0, 1, 2], 3, 3), ([0, 1, 2], 4, 0), ([0, 2], 2, 1), ([0, 2], 3, 1),
            ([1, 2, 4], 4, 1), ([], 3, 0), ([3], 3, 1), ([3], 4, 1), ([0], 0, 1), ([0], 1, 1),
            // Of a goal that has ended, up to its last day, whenever that was.
            ([7, 8, 9], 9, 3), ([7, 8, 9], 10, 3), ([7, 8, 9], 11, 3), ([7, 8, 9], 5000, 3), ([7, 8], 9, 2),
            ([7, 8], 10, 0), ([7, 8, 9, 10], 10, 3),
            // Before it has begun there is none.
            ([-1, 0, 1], -1, 0), ([-1, 0], 0, 1),
        ] as [([Int], Int, Int)])
    func `a streak is of days in a row`(_ marked: [Int], _ today: Int, _ streak: Int) {
        #expect(progress(record(marked: marked), on: today).streak == streak)
    }

    @Test func `a counter fills a day that reaches the target, and a part of one that does not`() {
        let record = record(
            counted: [0: 200, 1: 199, 2: 200_000, 3: 1, 4: 0, 5: -3, 6: 50], target: 200)
        let states = (0..<8).map { record.state(of: .start.adding($0), today: .start.adding(6)) }
        #expect(
            states == [
                .done, .partial(99), .done, .partial(1), .missed, .missed, .partial(25), .future,
            ])
        #expect(progress(record, on: 2).done == 2 && progress(record, on: 2).streak == 1)
        // A partial today is not done, and breaks no streak either.
        #expect(progress(record, on: 1).streak == 1)
        #expect(progress(record, on: 6).streak == 0)
    }

    @Test func `a day that is marked and counted is done once`() {
        let record = record(days: 3, marked: [0, 1], counted: [0: 5, 1: 1, 2: 5], target: 5)
        let progress = progress(record, on: 2)
        #expect(progress.done == 3 && progress.isCompleted && progress.streak == 3)
        #expect(record.state(of: .start.adding(1), today: .start.adding(2)) == .done)
    }

    @Test func `counts that no target can want make no number overflow`() {
        let record = record(
            counted: [0: .max, 1: .min, 2: Counter.largestStep - 1], target: Counter.largestStep)
        let states = (0..<3).map { record.state(of: .start.adding($0), today: .start.adding(3)) }
        #expect(states == [.done, .missed, .partial(99)])
    }

    @Test func `the figures are those of a count by hand, whatever is marked`() {
        var random = Repeatable(seed: 5)
        for _ in 0..<500 {
            let days = Int.random(in: 1...40, using: &random)
            let marked = (-5..<45).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            let today = Int.random(in: -3...45, using: &random)
            let record = record(days: days, marked: marked)
            let states = (0..<days).map { record.state(of: .start.adding($0), today: .start.adding(today)) }
            let progress = progress(record, on: today)
            #expect(progress.done == states.count(where: { $0 == .done }))
            let soFar = states.count(where: { $0 != .future && $0 != .open })
            #expect(progress.percent == (soFar > 0 ? 100 * progress.done / soFar : nil))
            #expect(progress.isCompleted == states.allSatisfy { $0 == .done })
            let past = Array(states.reversed()).drop(while: { $0 == .future })
            let streak = (past.first == .open ? past.dropFirst() : past).prefix(while: { $0 == .done })
            #expect(progress.streak == streak.count)
        }
    }
}
