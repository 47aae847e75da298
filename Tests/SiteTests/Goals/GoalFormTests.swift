// A goal's form submits the values it was rendered with.

import Ledger
import Testing

@testable import Site

@Suite struct GoalFormTests {
    @Test func `a draft is read as a form carries it`() throws {
        for name in ["Read", "two  words", "-", "7:10", "\u{0301}acute", "\u{200D}join", "5 6 7 - - x"] {
            for follows in [nil, Goal.Following(counter: 7, target: 10)] {
                for reminder in [nil, 0, 1439] {
                    let draft = try GoalDraft(
                        name: name, color: 3, start: CivilDay(number: 400), end: CivilDay(number: 412),
                        reminder: reminder, follows: follows)
                    #expect(GoalDraft(shownText: draft.shownText) == draft)
                }
            }
        }
        for text in ["", "1 2 3", "a 2026-01-01 2026-01-03 - - Read", "0 2026-01-09 2026-01-01 - - Read"] {
            #expect(GoalDraft(shownText: text) == nil, "\(text)")
        }
    }
}
