// A goal of several years: the days of one are dots, each other year is one drawing.

import Foundation
import Ledger
import Testing

@testable import Site

@Suite struct GoalYearsTests {
    /// It begins in 2024; today is 2026-11-21.
    private static let ten = ["start": "2024-06-05", "length": "date", "end": "2034-06-02", "shown": ""]

    private func years(in page: String) -> [String] {
        page.matches(of: /<a class="goal-year" id="year-(\d+)"/).map { String($0.1) }
    }

    @Test func `this year is shown in dots, and each other one leads to its own`() async throws {
        try await Place().visit { visitor in
            let id = try await visitor.makesGoal("Draw", Self.ten)
            for day in ["2024-06-05", "2024-06-06", "2026-11-21"] {
                _ = try await visitor.post("/goals/\(id)/\(day)/mark", ["done": "yes"])
            }
            let page = try await visitor.get("/goals/\(id)").body
            #expect(page.matches(of: /href="\d+\/2026-\d\d-\d\d"/).count == 365)
            #expect(page.matches(of: /href="\d+\/2024-\d\d-\d\d"/).isEmpty)
            #expect(years(in: page) == ["2024", "2025"] + (2027...2034).map { String($0) })
            #expect(page.contains("<b>2024</b> <span class=\"goal-year-sum\">2 of 210 days"))
            #expect(
                page.contains("<h2 class=\"goal-year-name\" id=\"year-2026\"><b>2026</b> 1 of 365 days</h2>"))
            #expect(page.contains("href=\"/goals/\(id)?year=2025#year-2025\""))
            // It says which year it is above its dots.
            #expect(page.contains("<li data-month=\"Jan\">") && !page.contains("data-month=\"2026\""))
            #expect(page.contains("id=\"today\""))
            let other = try await visitor.get("/goals/\(id)?year=2024").body
            #expect(other.matches(of: /href="\d+\/2024-\d\d-\d\d"/).count == 210)
            #expect(years(in: other).first == "2025" && years(in: other).count == 10)
            #expect(!other.contains("id=\"today\"") && !other.contains("\u{1}"))
        }
    }

    @Test(arguments: ["2023", "2035", "0", "-1", "9223372036854775807", "-9223372036854775808", "x", ""])
    func `a year that the goal does not have is the one of today`(_ year: String) async throws {
        try await Place().visit { visitor in
            let id = try await visitor.makesGoal("Draw", Self.ten)
            #expect(try await visitor.get("/goals/\(id)?year=\(year)").body.contains("id=\"today\""))
        }
    }

    @Test(arguments: [("2028-11-19", true), ("2028-11-20", false)])
    func `up to two years are shown whole`(_ end: String, _ isWhole: Bool) async throws {
        try await Place().visit { visitor in
            let id = try await visitor.makesGoal(
                "Draw", ["start": "2026-11-21", "length": "date", "end": end, "shown": ""])
            #expect(try await years(in: visitor.get("/goals/\(id)").body).isEmpty == isWhole)
        }
    }

    @Test func `before it begins its first year is shown, and after its end the last`() async throws {
        try await Place().visit { visitor in
            for (start, end, shown) in [
                ("2030-03-01", "2033-03-01", "2030"), ("2019-03-01", "2022-03-01", "2022"),
            ] {
                let id = try await visitor.makesGoal(
                    "Draw", ["start": start, "length": "date", "end": end, "shown": ""])
                #expect(
                    try await visitor.get("/goals/\(id)").body.contains(
                        "<h2 class=\"goal-year-name\" id=\"year-\(shown)\">"))
            }
        }
    }

    @Test func `each year has a tag of its own`() async throws {
        try await Place().visit { visitor in
            let id = try await visitor.makesGoal("Draw", Self.ten)
            let tags = try await ["", "?year=2024", "?year=2025"].asyncMap {
                try await visitor.get("/goals/\(id)\($0)").headers[.eTag]
            }
            #expect(Set(tags.compactMap { $0 }).count == 3)
            // So that nobody fills the cache by asking for years that there are not.
            for other in ["?year=2026", "?year=1", "?year=9999"] {
                #expect(try await visitor.get("/goals/\(id)\(other)").headers[.eTag] == tags.first)
            }
        }
    }
}

extension Array {
    fileprivate func asyncMap<Other>(_ change: (Element) async throws -> Other) async throws -> [Other] {
        var others: [Other] = []
        for element in self { others.append(try await change(element)) }
        return others
    }
}
