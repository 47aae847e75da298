// Identification and access.

import Ledger
import Testing

@Suite struct AccountTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func `the first write makes an account, the second uses it`() async throws {
        let person = Person(bench.ledger)
        #expect(try bench.ledger.visitor(person.token) == nil)
        #expect(try await person.does(.createCounter(title: "One", style: .fractal)).isNewcomer)
        #expect(try await !person.does(.createCounter(title: "Two", style: .fractal)).isNewcomer)
        #expect(try bench.ledger.counters(of: person.account).count == 2)
    }

    @Test func `an account remembers when and with what it began, whatever comes after`() async throws {
        var person = Person(bench.ledger)
        #expect(try bench.ledger.firstOpening(of: 1) == nil)
        person.version = "0.1.0"
        _ = try await person.creates()
        person.version = "0.2.0"
        try await person.does(
            .createCounter(title: "Wrens", style: .fractal), at: .start.advanced(byDays: 1))
        #expect(
            try bench.ledger.firstOpening(of: person.account)
                == FirstOpening(moment: .start, version: "0.1.0"))
    }

    @Test func `a counter that was refused made no account`() async throws {
        let person = Person(bench.ledger)
        await #expect(throws: Refusal.titleIsEmpty) {
            try await person.does(.createCounter(title: " ", style: .fractal))
        }
        #expect(try bench.number("SELECT COUNT(*) FROM account") == 0)
    }

    @Test func `an address makes so many accounts a day and no more`() async throws {
        for number in 1...3 {
            var person = Person(bench.ledger)
            person.limit = Limits(accountsPerHour: 2)
            if number < 3 {
                _ = try await person.creates()
            } else {
                await #expect(throws: Refusal.tooManyAccounts) { _ = try await person.creates() }
                try await person.does(
                    .createCounter(title: "Tomorrow", style: .fractal), at: .start.advanced(byDays: 1))
            }
        }
        var elsewhere = Person(bench.ledger)
        elsewhere.address = "192.0.2.2"
        elsewhere.limit = Limits(accountsPerHour: 2)
        _ = try await elsewhere.creates()
    }

    @Test(arguments: [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ("2001:db8::1", "2001:db8:0:0:5::", true),
        ("192.0.2.1", "192.0.2.2", false),
    ])
    func `a household of IPv6 is one address`(_ one: String, _ other: String, _ isSame: Bool) async throws {
        for (address, mayEnter) in [(one, true), (other, !isSame)] {
            var person = Person(bench.ledger)
            person.address = address
            person.limit = Limits(accountsPerHour: 1)
            if mayEnter {
                _ = try await person.creates()
            } else {
                await #expect(throws: Refusal.tooManyAccounts) { _ = try await person.creates() }
            }
        }
    }

    @Test func `a recovery link opens the account in another browser, until there is a newer one`()
        async throws
    {
        let person = Person(bench.ledger)
        let robins = try await person.creates()
        let link = Person(bench.ledger).token
        try await bench.ledger.setRecovery(link, of: person.account, by: nil, at: .start)
        #expect(try bench.ledger.recoverable(link)?.counters == 1)

        let phone = Person(bench.ledger)
        let opened = try await bench.ledger.open(.recoveryLink(link), as: phone.token, at: .start)
        #expect(try opened == person.account)
        #expect(try phone.counter(robins).title == "Robins")

        try await bench.ledger.setRecovery(
            Person(bench.ledger).token, of: person.account, by: nil, at: .start)
        #expect(try bench.ledger.recoverable(link) == nil)
        let late = Person(bench.ledger).token
        #expect(try await bench.ledger.open(.recoveryLink(link), as: late, at: .start) == nil)
    }

    @Test(arguments: [
        "", "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee", "0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeeg",
        "0190aaaa--bbbb-7ccc-8ddd-eeeeeeeeeeee-",
    ])
    func `what is no UUID is no id`(_ text: String) {
        #expect(OperationID(text) == nil)
    }

    @Test func `ids made later sort later`() {
        var generator = SystemRandomNumberGenerator()
        let first = OperationID(at: .start, using: &generator)
        let second = OperationID(at: Moment(milliseconds: Moment.start.milliseconds + 1), using: &generator)
        #expect(first.text < second.text)
        #expect(OperationID(first.text) == first)
        #expect(first.text.split(separator: "-")[2].first == "7")
    }
}
