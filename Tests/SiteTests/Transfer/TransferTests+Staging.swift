// A large file is written before it is shown. What was written goes if it cannot be shown.

import Testing

@testable import Ledger
@testable import Site

extension TransferTests {
    private static func line(_ title: String, _ number: Int, _ rest: String) -> String {
        "00000000-0000-7000-8000-00000000000\(number),\(title),2026-01-01T00:00Z,\(rest)\r\n"
    }

    private static func counter(_ title: String, _ number: Int, from count: Int, to last: Int) -> String {
        (count..<last).reduce(line(title, number, "create,,\(count),,,,0,fractal,1,no")) { file, count in
            let entry = "00000000-0000-7000-800\(number)-00000000\(1_000 + count)"
            return file + line(title, number, "increment,1,\(count + 1),,\(entry),,,,,")
        }
    }

    private static let head =
        "counter,title,time,kind,delta,count,note,entry,voids,color,style,step,collapsed\r\n"

    @Test(arguments: [
        // The part before this one is deleted for good, so that this one lacks its beginning.
        ("UPDATE counter SET deletedAt = 0, count = 0, entries = 0 WHERE title = 'Robins'", 422),
        // The device is signed out.
        ("DELETE FROM device", 404),
    ])
    func `an import that turns out to be impossible leaves nothing behind`(
        _ meanwhile: String, _ status: Int
    ) async throws {
        try await place.visit { visitor in
            let first = Self.head + Self.counter("Robins", 1, from: 0, to: 1)
            let before = try #require(try await visitor.upload(first).location)
            #expect(try await visitor.post(before).status == .seeOther)
            let second =
                Self.head + Self.counter("Robins", 1, from: 1, to: 2)
                + Self.counter("Wrens", 2, from: 0, to: 1_100)
            let preview = try #require(try await visitor.upload(second).location)
            // As soon as something is written that nobody sees.
            try await place.ledger.queue.commit {
                try $0.run(
                    """
                    CREATE TRIGGER meanwhile AFTER INSERT ON counter WHEN new.deletedAt = \(Counter.longAgo)
                    BEGIN \(meanwhile); END
                    """)
            }
            #expect(try await visitor.post(preview).status.code == status)
            #expect(try place.rows("SELECT COUNT(*) FROM counter WHERE title = 'Wrens'") == 0)
            #expect(try place.rows("SELECT COUNT(*) FROM entry") == 1)
        }
    }
}
