// Feedback is stored once, with nothing that identifies its sender.

import Foundation
import Ledger
import Testing

@Suite struct FeedbackTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let origin = FeedbackOrigin(
        version: "0.1.0", device: "Android phone, Chrome", language: "en")

    private func give(
        _ message: String, stars: Int? = nil, id: OperationID = .fresh(), from address: String = "192.0.2.1",
        now: Moment = .start, mostPerDay: Int? = nil
    ) async throws {
        try await bench.ledger.keep(
            Feedback(stars: stars, message: message, name: "Ada", email: "ada@example.org"), id: id,
            origin: Self.origin, from: NetworkAddress(address), now: now, mostPerDay: mostPerDay)
    }

    private var messages: [String] {
        get throws { try bench.ledger.feedback().map(\.feedback.message) }
    }

    @Test func `what was said is read as it was said`() async throws {
        try await give("One line\r\nand another\tone 👩‍👩‍👧‍👦 שלום", stars: 4)
        let given = try #require(try bench.ledger.feedback().first)
        #expect(given.feedback.stars == 4)
        #expect(given.feedback.message == "One line\nand another\tone 👩‍👩‍👧‍👦 שלום")
        #expect(given.feedback.name == "Ada" && given.feedback.email == "ada@example.org")
        #expect(given.origin == Self.origin)
        #expect(given.createdAt == .start)
        #expect(try bench.ledger.check().isEmpty)
    }

    @Test func `the same form is kept once, and is not taken for another one`() async throws {
        let id = OperationID.fresh()
        for _ in 0..<3 { try await give("Once", id: id) }
        await #expect(throws: Refusal.operationIdIsTaken) { try await give("Something else", id: id) }
        #expect(try messages == ["Once"])
    }

    @Test func `it makes no account`() async throws {
        try await give("Hello")
        #expect(try bench.number("SELECT COUNT(*) FROM account") == 0)
        #expect(try bench.number("SELECT COUNT(*) FROM device") == 0)
    }

    @Test func `an address gives so much a day and no more`() async throws {
        let first = OperationID.fresh()
        try await give("One", id: first, mostPerDay: 2)
        try await give("Two", mostPerDay: 2)
        await #expect(throws: Refusal.tooMuchFeedback) { try await give("Three", mostPerDay: 2) }
        // What is kept already is no more than was kept already.
        try await give("One", id: first, mostPerDay: 2)
        try await give("Elsewhere", from: "192.0.2.2", mostPerDay: 2)
        try await give("Tomorrow", now: .start.advanced(byDays: 1), mostPerDay: 2)
        #expect(try Set(messages) == ["One", "Two", "Elsewhere", "Tomorrow"])
    }

    @Test func `of addresses nothing is left the day after`() async throws {
        try await give("Hello", mostPerDay: 20)
        #expect(try bench.number("SELECT COUNT(*) FROM feedbackSender WHERE length(address) = 32") == 1)
        _ = try await bench.ledger.tidy(now: .start)
        #expect(try bench.number("SELECT COUNT(*) FROM feedbackSender") == 1)
        _ = try await bench.ledger.tidy(now: .start.advanced(byDays: 1))
        #expect(try bench.number("SELECT COUNT(*) FROM feedbackSender") == 0)
        #expect(try messages == ["Hello"])
    }

    @Test func `the newest comes first, and what is older than a moment can be left out`() async throws {
        for day in 0..<3 { try await give("Day \(day)", now: .start.advanced(byDays: Int64(day))) }
        #expect(try messages == ["Day 2", "Day 1", "Day 0"])
        let since = try bench.ledger.feedback(since: .start.advanced(byDays: 1))
        #expect(since.map(\.feedback.message) == ["Day 2", "Day 1"])
    }

    @Test func `what is removed is gone, and its number is not given again`() async throws {
        try await give("Rude")
        let id = try #require(try bench.ledger.feedback().first).id
        #expect(try await bench.ledger.removeFeedback(id))
        #expect(try await !bench.ledger.removeFeedback(id))
        try await give("Kind")
        let next = try #require(try bench.ledger.feedback().first)
        #expect(next.id != id)
    }

    private func flaws(
        stars: Int? = nil, message: String = "", name: String = "", email: String = ""
    ) -> Set<Feedback.Flaw> {
        do {
            _ = try Feedback(stars: stars, message: message, name: name, email: email)
            return []
        } catch {
            return error.all
        }
    }

    @Test func `a star or a message is enough, neither is too little`() {
        #expect(flaws(stars: 1).isEmpty)
        #expect(flaws(message: "?").isEmpty)
        for nothing in ["", " \r\n\t ", "\u{200B}\u{2060}", "\u{0}"] {
            #expect(flaws(message: nothing, name: "Ada") == [.nothingIsSaid], "\(nothing.debugDescription)")
        }
        for stars in [0, 6, -1, Int.max] { #expect(flaws(stars: stars) == [.nothingIsSaid]) }
    }

    @Test func `characters are counted as a person counts them`() {
        for character in ["a", "鳥", "🦜", "👩‍👩‍👧‍👦", "नि", "e\u{301}"] {
            #expect(flaws(message: String(repeating: character, count: 4000)).isEmpty, "\(character)")
            #expect(
                flaws(message: String(repeating: character, count: 4001)) == [.messageIsTooLong],
                "\(character)")
        }
        // One character, and a book.
        #expect(
            flaws(message: "a" + String(repeating: "\u{301}", count: 100_000)) == [.messageIsTooLong])
        #expect(flaws(stars: 5, name: String(repeating: "é", count: 100)).isEmpty)
        #expect(flaws(stars: 5, name: String(repeating: "é", count: 101)) == [.nameIsTooLong])
    }

    @Test(arguments: [
        ("ada@example.org", true), ("a@b", true), ("用户@例子.公司", true), ("a b@c", true),
        (String(repeating: "a", count: 252) + "@b", true), ("", true), ("ada", false), ("@", false),
        ("ada@", false), ("@example.org", false), ("a@b@c", false), (" @ ", false),
    ])
    func `an e-mail address has one @ with something on both sides`(_ email: String, _ isOne: Bool) {
        #expect(flaws(stars: 3, email: email) == (isOne ? [] : [.emailIsNone]))
    }

    @Test func `all that is wrong is told at once`() {
        let long = String(repeating: "x", count: 5000)
        #expect(
            flaws(message: long, name: long, email: long) == [
                .messageIsTooLong, .nameIsTooLong, .emailIsTooLong,
            ])
    }

    @Test func `a name and an address are one line each, and no text has other control characters`() throws {
        let feedback = try Feedback(
            stars: nil, message: "\u{1B}[2J\u{9B}31m\u{0}a\rb", name: "Ada\r\nBcc: all",
            email: "ada@example.org\nSubject: x")
        #expect(feedback.message == "[2J 31m a\nb")
        #expect(feedback.name == "Ada  Bcc: all")
        #expect(feedback.email == "ada@example.org Subject: x")
    }
}
