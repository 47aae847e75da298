// Which goals are valid.

import Testing

@testable import Ledger

@Suite struct GoalDraftTests {
    private func flaws(
        name: String = "Read", color: Int = 0, start: CivilDay = .start, end: CivilDay = .start,
        reminder: Int? = nil, target: Int64? = nil
    ) -> Set<GoalDraft.Flaw> {
        do throws(GoalDraft.Flaws) {
            _ = try GoalDraft(
                name: name, color: color, start: start, end: end, reminder: reminder,
                follows: target.map { Goal.Following(counter: 1, target: $0) })
            return []
        } catch {
            return error.all
        }
    }

    @Test(arguments: ["Read", "本を読む", "קריאה", "<b>", "👨‍👩‍👧‍👦 dinner", "-"])
    func `any name that can be seen is kept as it is`(_ name: String) throws {
        #expect(try GoalDraft.of(name).name == name)
        #expect(try GoalDraft.of(" \t\(name)\n").name == name)
    }

    @Test(arguments: ["", "   ", "\n\t", "\u{200B}", "\u{3000}"])
    func `a name that shows nothing is refused`(_ name: String) {
        #expect(flaws(name: name) == [.nameIsEmpty])
    }

    @Test(arguments: [
        "a", "あ", "é", "e\u{0301}", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "👩🏻‍❤️‍💋‍👨🏼", "🇳🇱", "👍🏽",
    ])
    func `30 characters are allowed as a person counts them, 31 are not`(_ character: String) {
        #expect(flaws(name: String(repeating: character, count: 30)) == [])
        #expect(flaws(name: String(repeating: character, count: 31)) == [.nameIsTooLong])
    }

    @Test func `a character made of thousands of marks is too long`() {
        let tower = "a" + String(repeating: "\u{0301}", count: 6000)
        #expect(flaws(name: tower) == [.nameIsTooLong])
    }

    @Test func `a goal ends on the day it starts, or later, within ten years`() {
        #expect(flaws(end: .start) == [])
        #expect(flaws(end: .start.adding(Goal.longestRange - 1)) == [])
        #expect(flaws(end: .start.adding(Goal.longestRange)) == [.rangeIsTooLong])
        #expect(flaws(end: .start.adding(200 * 365)) == [.rangeIsTooLong])
        #expect(flaws(end: .start.adding(-1)) == [.endIsBeforeStart])
        let first = CivilDay(number: .min), last = CivilDay(number: .max)
        #expect(flaws(start: first, end: last) == [.rangeIsTooLong])
        #expect(flaws(start: last, end: first) == [.endIsBeforeStart])
    }

    @Test func `ten years fit, wherever their leap days lie`() throws {
        for year in 2000..<2100 {
            let start = try #require(CivilDay(year: year, month: 1, day: 1))
            let end = try #require(CivilDay(year: year + 9, month: 12, day: 31))
            #expect(flaws(start: start, end: end) == [])
        }
    }

    @Test func `colours, reminders and targets are some of those there are`() {
        for color in 0..<Goal.colors { #expect(flaws(color: color) == []) }
        for color: Int in [-1, Goal.colors, .min, .max] { #expect(flaws(color: color) == [.colorIsUnknown]) }
        for minute in [0, 7 * 60, 1439] { #expect(flaws(reminder: minute) == []) }
        // 24:61 is one of them.
        for minute: Int in [-1, 1440, 24 * 60 + 61, .min, .max] {
            #expect(flaws(reminder: minute) == [.reminderIsNoTime])
        }
        for target in [1, Counter.largestStep] { #expect(flaws(target: target) == []) }
        for target: Int64 in [0, -5, Counter.largestStep + 1, .min, .max] {
            #expect(flaws(target: target) == [.targetIsOutOfRange])
        }
    }

    @Test func `all flaws are told at once`() {
        let all = flaws(
            name: " ", color: 9, start: .start, end: .start.adding(-1), reminder: 1500, target: 0)
        #expect(
            all == [.nameIsEmpty, .colorIsUnknown, .endIsBeforeStart, .reminderIsNoTime, .targetIsOutOfRange])
    }

    @Test func `a note is some lines of 2000 characters at most`() throws {
        #expect(try Goal.note(from: "  one\r\ntwo\n") == "one\ntwo")
        #expect(try Goal.note(from: " \u{200B}\n ") == "")
        for character in ["a", "👨‍👩‍👧‍👦"] {
            #expect(try Goal.note(from: String(repeating: character, count: 2000)).count == 2000)
            #expect(throws: Refusal.noteIsTooLong) {
                try Goal.note(from: String(repeating: character, count: 2001))
            }
        }
        #expect(throws: Refusal.noteIsTooLong) { try Goal.note(from: String(repeating: "a", count: 1 << 20)) }
    }
}
