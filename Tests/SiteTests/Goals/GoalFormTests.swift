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

    @Test func `a browser without a network has one form to fill in for any goal`() async throws {
        try await Place().visit { visitor in
            _ = try await visitor.post("/counters", ["title": "Robins"])
            let page = try await visitor.get("/offline/goal/edit").body
            #expect(page.contains("action=\"/goals/0\"") && page.contains("action=\"/goals/0/archive\""))
            #expect(page.contains("js/goals/waiting/instead/start.js\"></script>"))
            #expect(!page.contains("js/goals/form.js\"></script>"))
            // Whoever has the browser next may be somebody else.
            #expect(page.contains("name=\"operation\" value=\"\"") && !page.contains("Robins"))
        }
    }
}
