// Goals without scripts: created, edited, reordered, archived.

import Foundation
import HTTPTypes
import Ledger
import Testing

@testable import Site

@Suite struct GoalsTests {
    let place: Place

    init() throws { place = try Place() }

    @Test func `whoever has no account finds no goals, makes one and has an account`() async throws {
        try await place.visit { visitor in
            let empty = try await visitor.get("/goals")
            #expect(empty.status == .ok)
            #expect(empty.headers[.setCookie]?.hasPrefix("fivebar=") != true)
            #expect(empty.body.contains("href=\"/goals/new\""))
            #expect(try await visitor.get("/goals/new").status == .ok)
            let reply = try await visitor.post(
                "/goals", ["name": "Read", "color": "3", "start": "2026-11-21", "length": "90"])
            #expect(reply.status == .seeOther && reply.location == "/goals/101#today")
            #expect(reply.headers[.setCookie]?.hasPrefix("fivebar=") == true)
            let goal = try #require(try place.ledger.goals(of: 1).first)
            #expect(goal.name == "Read" && goal.color == 3 && goal.days == 90 && goal.follows == nil)
            #expect(try await visitor.get("/goals").body.contains("Read"))
        }
    }

    @Test func `a last day that was chosen is meant, also where the length was left as it was`() async throws
    {
        try await place.visit { visitor in
            let form = ["name": "Read", "start": "2026-11-21", "length": "30", "shown": "2026-12-20"]
            for end in ["2027-06-01", "2026-12-20", ""] {
                let reply = try await visitor.post("/goals", form.merging(["end": end]) { $1 })
                #expect(reply.status == .seeOther, "\(end)")
            }
            let ends = try place.ledger.goals(of: 1).map(\.end.description)
            #expect(ends == ["2027-06-01", "2026-12-20", "2026-12-20"])
        }
    }

    @Test func `a form that is sent again makes one goal`() async throws {
        try await place.visit { visitor in
            let page = try await visitor.get("/goals/new").body
            let operation = try #require(page.firstMatch(of: /name="operation" value="([0-9a-f-]{36})"/)?.1)
            let first = try await visitor.makesGoal("Read", ["operation": String(operation)])
            #expect(try await visitor.makesGoal("Read", ["operation": String(operation)]) == first)
            #expect(try await visitor.makesGoal("Write", ["operation": String(operation)]) != first)
            #expect(try place.ledger.goals(of: 1).map(\.name) == ["Read", "Write"])
        }
    }

    @Test(
        arguments: [
            (["name": " "], "name"),
            (["name": String(repeating: "é", count: 31)], "name"),
            (["start": "2027-02-29"], "start"),
            (["start": "yesterday"], "start"),
            (["length": "date", "end": "2026-11-10"], "end"),
            (["length": "date", "end": "2226-11-10"], "end"),
            (["length": "date", "end": "2026-13-01"], "end"),
            (["length": "date", "end": ""], "end"),
            (["length": "7"], "end"), (["start": "9999-12-31", "length": "30"], "end"),
            (["reminder": "24:61"], "reminder"),
            (["reminder": "soon"], "reminder"),
            (["color": "8"], "color"),
            (["counter": "1", "target": "0"], "target"),
            (["counter": "1", "target": "many"], "target"),
        ] as [([String: String], String)])
    func `a refused form comes back with what was typed, and the message at its field`(
        _ wrong: [String: String], _ field: String
    ) async throws {
        try await place.visit { visitor in
            _ = try await visitor.creates()
            let form = ["name": "<Read>", "color": "2", "start": "2026-11-11", "length": "30", "target": "5"]
                .merging(wrong) { $1 }
            let reply = try await visitor.post("/goals", form)
            #expect(reply.status == .unprocessableContent)
            #expect(reply.body.contains("id=\"\(field)-problem\""))
            #expect(reply.body.components(separatedBy: "class=\"field-problem\"").count == 2)
            for name in ["name", "start", "target"] {
                #expect(
                    reply.body.contains("name=\"\(name)\" value=\"\((form[name] ?? "").htmlEscaped)\""),
                    "\(name)")
            }
            #expect(try place.ledger.goals(of: 1).isEmpty)
        }
    }

    @Test(arguments: [("", "Enter a date."), ("2026-02-30", "That date doesn’t exist.")])
    func `a last day that is missing is not called one that does not exist`(
        _ end: String, _ problem: String
    ) async throws {
        try await place.visit { visitor in
            let form = ["name": "Read", "start": "2026-11-11", "length": "date", "end": end]
            let reply = try await visitor.post("/goals", form)
            #expect(reply.body.contains(">\(problem)</p>"))
        }
    }

    @Test func `thirty characters are taken, however long they are, and ten years`() async throws {
        try await place.visit { visitor in
            let name = String(repeating: "👩‍👩‍👧‍👦", count: 30)
            let id = try await visitor.makesGoal(name, ["length": "date", "end": "2036-11-10"])
            let goal = try place.ledger.goal(id, of: 1)
            #expect(goal.name == name && goal.days == 3653)
        }
    }

    @Test func `a goal can be changed, and days that a shorter one has not come back with a longer one`()
        async throws
    {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            _ = try await visitor.post("/goals/\(id)/2026-11-12/mark", ["done": "yes"])
            let form = try await visitor.get("/goals/\(id)/edit").body
            #expect(form.contains("name=\"end\" value=\"2026-12-10\""))
            let shorter = [
                "name": "Write", "color": "1", "start": "2026-11-15", "length": "date", "end": "2026-11-30",
                "reminder": "20:30",
            ]
            let reply = try await visitor.post("/goals/\(id)", shorter)
            #expect(reply.status == .seeOther && reply.location == "/goals/\(id)#today")
            #expect(try await visitor.get("/goals/\(id)/2026-11-12").status == .notFound)
            #expect(try await visitor.get("/goals/\(id)/edit").body.contains("value=\"20:30\""))
            _ = try await visitor.post("/goals/\(id)", shorter.merging(["start": "2026-11-11"]) { $1 })
            #expect(try await visitor.dot("2026-11-12", of: id) == "done")
        }
    }

    @Test func `a goal is put away with the offer to take it back, and brought back`() async throws {
        try await place.visit { visitor in
            let id = try await visitor.makesGoal()
            let reply = try await visitor.post("/goals/\(id)/archive", ["archived": "yes"])
            #expect(reply.status == .seeOther)
            let address = try #require(reply.location?.split(separator: "#").first)
            let page = try await visitor.get(String(address)).body
            #expect(page.contains("“Read” archived.") && page.contains("goals-archived"))
            let undo = try #require(page.firstMatch(of: /name="undo" value="([0-9a-f-]{36})"/)?.1)
            let undone = try await visitor.post("/undo", ["undo": String(undo), "from": "goals"])
            #expect(undone.location?.hasPrefix("/goals?undo=") == true)
            #expect(try place.ledger.goal(id, of: 1).isArchived == false)
            #expect(try await visitor.get("/goals").body.contains("goals-archived\" hidden"))
            _ = try await visitor.post("/goals/\(id)/archive", ["archived": "yes"])
            _ = try await visitor.post("/goals/\(id)/archive", ["archived": "no"])
            #expect(try place.ledger.goal(id, of: 1).isArchived == false)
            // Who comes back to the address after the goal's making was undone sees the page without a notice.
            let changes = try await visitor.get("/undo").body
            let made = try #require(
                changes.matches(of: /name="undo" value="([0-9a-f-]{36})"/).last?.1)
            #expect(
                try await visitor.post("/undo", ["undo": String(made), "from": "changes"]).status == .seeOther
            )
            for page in [String(address), "/undo?" + String(address.split(separator: "?").last ?? "")] {
                #expect(try await visitor.get(page).status == .ok, "\(page)")
            }
            _ = try await visitor.post("/undo", ["undo": String(made), "from": "changes"])
            let odd = try await visitor.post("/goals/\(id)/archive", ["archived": "perhaps"])
            #expect(odd.status == .unprocessableContent)
        }
    }

    @Test func `where there is no goal to be put in order, a new one is offered`() async throws {
        try await place.visit { visitor in
            let lead = "arrange-lead", button = #"class="button button--primary" href="/goals/new""#
            let empty = try await visitor.get("/goals/arrange").body
            #expect(empty.contains(button) && !empty.contains(lead))
            _ = try await visitor.makesGoal("One")
            let page = try await visitor.get("/goals/arrange").body
            #expect(!page.contains(button) && page.contains(lead))
        }
    }

    @Test func `goals have an order of their own`() async throws {
        try await place.visit { visitor in
            let first = try await visitor.makesGoal("One"), second = try await visitor.makesGoal("Two")
            let reply = try await visitor.post("/goals/\(second)/place", ["after": ""])
            #expect(reply.location?.hasSuffix("#goal-\(second)") == true)
            #expect(try place.ledger.goals(of: 1).map(\.name) == ["Two", "One"])
            // It offers to be taken back, and that to be done again, as where counters are put in order.
            var order = ["Two", "One"], location = try #require(reply.location)
            for button in ["Undo", "Redo"] {
                #expect(location.hasPrefix("/goals/arrange?undo="))
                let page = try await visitor.get(String(location.prefix { $0 != "#" })).body
                #expect(page.contains(">\(button)</button>") && page.contains("css/shell/notice.css"))
                let undo = try #require(page.firstMatch(of: /name="undo" value="([0-9a-f-]+)"/)?.1)
                #expect(page.contains(#"name="from" value="arrangeGoals""#))
                let undone = try await visitor.post("/undo", ["undo": String(undo), "from": "arrangeGoals"])
                order.reverse()
                #expect(try place.ledger.goals(of: 1).map(\.name) == order)
                location = try #require(undone.location)
            }
            let script: HTTPFields = [.fetchSite: "same-origin", .accept: "application/json"]
            let told = try await visitor.post("/goals/\(second)/place", ["after": "\(first)"], script)
            #expect(told.status == .ok && told.body.contains("data-undo"))
            #expect(try place.ledger.goals(of: 1).map(\.name) == ["One", "Two"])
            for after in ["x", "999"] {
                let odd = try await visitor.post("/goals/\(first)/place", ["after": after])
                #expect(odd.status == .notFound, "\(after)")
            }
        }
    }

    @Test func `nobody sees or changes another's goal`() async throws {
        try await place.visit { owner in
            let id = try await owner.makesGoal()
            try await place.visit { stranger in
                try await stranger.makesGoal("Mine")
                for path in ["/goals/\(id)", "/goals/\(id)/edit", "/goals/\(id)/2026-11-12"] {
                    #expect(try await stranger.get(path).status == .notFound, "\(path)")
                }
                let forms: [(String, [String: String])] = [
                    ("", ["name": "x", "start": "2026-11-11", "length": "30"]),
                    ("/archive", ["archived": "yes"]),
                    ("/place", ["after": ""]), ("/2026-11-12/mark", ["done": "yes"]),
                    ("/2026-11-12/note", ["note": "x"]),
                ]
                for (path, form) in forms {
                    let reply = try await stranger.post("/goals/\(id)\(path)", form)
                    #expect(reply.status == .notFound, "\(path)")
                }
            }
            #expect(try await owner.dot("2026-11-12", of: id) == "miss")
        }
    }

    @Test func `goals are dark whatever was chosen, and have nothing that they exclude`() async throws {
        try await place.visit { visitor in
            _ = try await visitor.post("/settings", ["theme": "light"])
            let id = try await visitor.makesGoal()
            let paths = [
                "/goals", "/goals/new", "/goals/arrange", "/goals/\(id)", "/goals/\(id)/edit",
                "/goals/\(id)/2026-11-12",
            ]
            for path in paths {
                let page = try await visitor.get(path).body
                #expect(page.contains("<meta name=\"color-scheme\" content=\"dark\">"), "\(path)")
                #expect(page.contains("css/goals/neon.css") && !page.contains("content=\"light"), "\(path)")
                for unwanted in ["class=\"tabs\"", "/tutorial", "/share", "/export"] {
                    #expect(!page.contains(unwanted), "\(path) \(unwanted)")
                }
            }
        }
    }
}
