// Finding counters by title.

import Testing

@testable import Ledger

@Suite struct SearchTests {
    let bench: Bench
    let person: Person

    init() throws {
        bench = try Bench()
        person = Person(bench.ledger)
    }

    private func index() throws -> TitleIndex {
        var index = TitleIndex()
        let visitor = try #require(try bench.ledger.visitor(person.token))
        try bench.ledger.update(&index, of: visitor.account, to: visitor.revision)
        return index
    }

    private func found(_ typed: String, limit: Int = 50) throws -> [String] {
        try index().search(SearchQuery(typed), limit: limit).hits.map { $0.pieces.map(\.text).joined() }
    }

    private func creates(_ titles: String...) async throws {
        for title in titles { _ = try await person.creates(title) }
    }

    @Test(arguments: [
        ("Café", "cafe"), ("cafe", "CAFÉ"), ("Straße 7", "strasse"), ("İzmir", "izmir"), ("Ёлка", "ел"),
        ("ﬁnches", "fin"), ("ＡＢＣ", "abc"), ("カタカナ", "たか"), ("ひらがな", "ラガ"), ("東京タワー", "東京"),
        ("上海地铁", "地铁"), ("👩‍👩‍👧 family", "👩‍👩‍👧"), ("قهوة الصباح", "الصباح"), ("שלום", "לו"),
        ("Push-ups", "ups"), ("100% wool", "%"), ("snake_case", "_c"), ("a\"b", "\""),
    ])
    func `a title is found by a part of it`(_ title: String, _ typed: String) async throws {
        try await creates(title, "Zzz")
        #expect(try found(typed) == [title])
    }

    @Test func `all words must be there, in any order`() async throws {
        try await creates("Robins at the window", "Window shopping", "Robins")
        #expect(try found("window robin") == ["Robins at the window"])
        #expect(try found("win　rob") == ["Robins at the window"])
        #expect(try found("robins wren") == [])
    }

    @Test func `the best come first, then the order of the list`() async throws {
        try await creates("Green tea", "Steak", "Teas", "Tea time", "Tea", "Iced-tea", "Protean")
        #expect(
            try found("TEA")
                == ["Tea", "Teas", "Tea time", "Green tea", "Iced-tea", "Steak", "Protean"])
    }

    @Test(arguments: [
        "' OR 1=1 --", "\"; DROP TABLE counter; --", "tea*", "NEAR(tea coffee)", "title:tea", "tea AND NOT x",
        "^tea", "%", "a_", "\\", "[a-z]", ".*",
    ])
    func `operators of SQL and of full-text search are only text`(_ typed: String) async throws {
        try await creates("Tea")
        #expect(try found(typed) == [])
        try await creates(typed)
        #expect(try found(typed) == [typed])
    }

    @Test func `nothing typed finds nothing, and so does too much`() async throws {
        try await creates("Tea", String(repeating: "a", count: 200))
        for typed in ["", "   ", "\u{301}", "\u{200B}\u{3000}"] {
            #expect(SearchQuery(typed).isEmpty)
            #expect(try found(typed) == [])
        }
        #expect(try found(String(repeating: "a", count: 200)).count == 1)
        for typed in [String(repeating: "a", count: 201), String(repeating: "a ", count: 5000)] {
            #expect(SearchQuery(typed).isTooLong)
            #expect(try found(typed) == [])
        }
        #expect(!SearchQuery("tea" + String(repeating: " ", count: 10_000)).isTooLong)
    }

    @Test(arguments: [
        ("Crème brûlée", "brulee", ["Crème ", "brûlée"], [false, true]),
        ("Straße", "s", ["S", "traße"], [true, false]),
        ("Maß", "s", ["Ma", "ß"], [false, true]),
        ("cafe\u{301}s", "cafe", ["cafe\u{301}", "s"], [true, false]),
        ("👩‍👩‍👧!", "👧", ["👩‍👩‍👧", "!"], [true, false]),
        ("one two", "two one", ["one", " ", "two"], [true, false, true]),
        ("ﾊﾟﾝ屋", "ぱん", ["ﾊﾟﾝ", "屋"], [true, false]),
    ])
    func `what matches is told, in whole characters`(
        _ title: String, _ typed: String, _ texts: [String], _ matches: [Bool]
    ) async throws {
        try await creates(title)
        let hit = try #require(try index().search(SearchQuery(typed), limit: 1).hits.first)
        #expect(hit.pieces.map(\.text) == texts)
        #expect(hit.pieces.map(\.isMatch) == matches)
    }

    @Test func `so many are told and how many there are`() async throws {
        for number in 0..<7 { try await creates("Bird \(number)") }
        let result = try index().search(SearchQuery("bird"), limit: 5)
        #expect(result.hits.count == 5)
        #expect(result.total == 7)
    }

    @Test func `an index that follows each change is the index made anew`() async throws {
        var index = TitleIndex()
        func follow() throws {
            let visitor = try #require(try bench.ledger.visitor(person.token))
            try bench.ledger.update(&index, of: visitor.account, to: visitor.revision)
            let anew = try self.index()
            let query = SearchQuery("r")
            #expect(index.search(query, limit: 50).hits == anew.search(query, limit: 50).hits)
            #expect(index.size == anew.size)
        }
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        try follow()
        try await person.does(.increment(robins))
        try follow()
        #expect(index.search(SearchQuery("rob"), limit: 1).hits.first?.count == 1)
        try await person.does(.rename(wrens, title: "Thrushes"))
        try follow()
        try await person.does(.move(wrens, after: nil))
        try follow()
        try await person.does(.delete(robins))
        try follow()
        #expect(index.search(SearchQuery("robins"), limit: 1).hits.isEmpty)
        try await person.does(.restore(robins))
        try follow()
        // Removed for good behind its back, as the trash is emptied.
        try bench.sql("DELETE FROM counter WHERE id = \(robins)")
        try await person.does(.increment(wrens))
        try follow()
        #expect(index.search(SearchQuery("robins"), limit: 1).hits.isEmpty)
    }

    @Test func `nobody finds another account's counters`() async throws {
        try await creates("Robins")
        let other = Person(bench.ledger)
        _ = try await other.creates("Kestrels")
        #expect(try found("kestrels") == [])
    }

    @Test func `a place in the list is counted from 1, without what is deleted`() async throws {
        let robins = try await person.creates("Robins"), wrens = try await person.creates("Wrens")
        let account = try person.account
        #expect(try bench.ledger.counter(at: 1, of: account) == robins)
        #expect(try bench.ledger.counter(at: 2, of: account) == wrens)
        for place: Int64 in [.min, -1, 0, 3, .max] {
            #expect(try bench.ledger.counter(at: place, of: account) == nil)
        }
        try await person.does(.move(wrens, after: nil))
        #expect(try bench.ledger.counter(at: 1, of: account) == wrens)
        try await person.does(.delete(wrens))
        #expect(try bench.ledger.counter(at: 1, of: account) == robins)
    }

    @Test func `of a title of thousands of bytes the first ones are searched`() async throws {
        let title = "Robins " + String(repeating: "👨‍👩‍👧‍👦", count: 180) + " wrens"
        try await creates(title)
        #expect(try found("robins") == [title])
        #expect(try found("wrens") == [])
        #expect(try index().size < title.utf8.count + TitleIndex.mostSearched + 256)
    }

    @Test func `a match at the end of what is searched is marked, and nothing after it`() async throws {
        // Each is searched as the 16 bytes of its four people.
        let families = String(repeating: "👨‍👩‍👧‍👦", count: TitleIndex.mostSearched / 16 - 1)
        try await creates(families + "--------------xyz wrens")
        let pieces = try index().search(SearchQuery("xy"), limit: 1).hits.first?.pieces
        #expect(pieces?.map(\.isMatch) == [false, true, false] && pieces?.last?.text == "z wrens")
    }
}
