// A note that was changed on another device keeps the words of both, once each.

import Testing

@testable import Ledger

@Suite struct NoteJoiningTests {
    private func join(
        _ typed: String, to current: String, seen: String?, isLater: Bool = true
    ) throws -> String? {
        try typed.joined(to: current, seen: seen, by: " / ", isLater: isLater, atMost: 100)
    }

    @Test func `who has seen what stands replaces it`() throws {
        #expect(try join("Two", to: "One", seen: "One", isLater: false) == "Two")
        #expect(try join("", to: "One", seen: "One") == "")
    }

    @Test func `who has not seen it writes beside it, in the order of time`() throws {
        #expect(try join("Two", to: "One", seen: "") == "One / Two")
        #expect(try join("Two", to: "One", seen: "", isLater: false) == "Two / One")
        #expect(try join("", to: "One", seen: "Zero") == nil)
    }

    @Test func `who goes on with what stands doubles no word`() throws {
        #expect(try join("To the lake", to: "To the", seen: "") == "To the lake")
        #expect(try join("To the lake\nand back", to: "To the lake", seen: "") == "To the lake\nand back")
        // Another word that only begins alike.
        #expect(try join("Ten", to: "Te", seen: "") == "Te / Ten")
        #expect(try join("10", to: "1", seen: "") == "1 / 10")
    }

    @Test(arguments: [true, false])
    func `who goes on with one of two notes that were both kept leaves the other`(isLater: Bool) throws {
        for typed in ["One and more", "On"] {
            #expect(
                try join(typed, to: "One / Other", seen: "One", isLater: isLater) == "\(typed) / Other")
            #expect(
                try join(typed, to: "Other / One", seen: "One", isLater: isLater) == "Other / \(typed)")
        }
    }

    @Test func `both together may not be too long`() {
        let long = String(repeating: "a", count: 60)
        #expect(throws: Refusal.noteIsTooLong) {
            try join(long, to: String(repeating: "b", count: 60), seen: "")
        }
        #expect(throws: Refusal.noteIsTooLong) { try join(long, to: "One / \(long)", seen: "One") }
    }
}
