// Files as spreadsheets and editors of other systems save them.

import Foundation
import Testing

@testable import Ledger

@Suite struct EncodingTests {
    private func read(_ bytes: [UInt8]) throws -> ImportFile {
        try ImportFile.read(
            bytes[...],
            in: ImportContext(
                now: .start, today: CivilDay(of: .start, zoneOffset: 0), zoneOffset: { _ in 0 }, skipped: "",
                folder: NSTemporaryDirectory()))
    }

    private func title(_ bytes: [UInt8]) throws -> String? {
        guard case .counters(let archive) = try read(bytes) else { return nil }
        return archive.counters.first?.title
    }

    /// A file of each kind, with a letter that is not ASCII.
    private static let files = [
        "counter,title,time,kind,delta,count,note,entry,voids,color,style,step,collapsed\r\n"
            + "00000000-0000-7000-8000-000000000001,Café,2026-01-01T00:00Z,create,,0,,,,0,fractal,1,no\r\n",
        #"{"format":"fivebar","version":1,"counters":[{"id":"00000000-0000-7000-8000-000000000001","title":"Café","color":0,"#
            + #""style":"fractal","step":1,"collapsed":false,"created":"2026-01-01T00:00Z","count":0,"entries":[]}]}"#,
        "Café,1782907200000\n",
    ]

    @Test(arguments: files) func `UTF-16 is read, in either order`(_ file: String) throws {
        #expect(try title(Array(file.utf8)) == "Café")
        #expect(try title([0xEF, 0xBB, 0xBF] + Array(file.utf8)) == "Café")
        let little = file.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let big = file.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for bytes in [little, [0xFF, 0xFE] + little, big, [0xFE, 0xFF] + big] {
            #expect(try title(bytes) == "Café")
        }
    }

    @Test(arguments: files) func `Latin-1 is told from damage`(_ file: String) throws {
        let latin = try #require(file.data(using: .isoLatin1))
        #expect {
            try read(Array(latin))
        } throws: {
            ($0 as? ArchiveFault)?.reason == .isNotUTF8
        }
    }

    @Test(arguments: files) func `line ends of any system and semicolons or tabs are read`(_ file: String)
        throws
    {
        for end in ["\n", "\r", "\r\n"] {
            let other = file.replacing("\r\n", with: "\n").replacing("\n", with: end)
            #expect(try title(Array(other.utf8)) == "Café")
        }
        guard file.hasPrefix("counter,") else { return }
        for separator in [";", "\t"] {
            #expect(try title(Array(file.replacing(",", with: separator).utf8)) == "Café")
        }
    }

    @Test func `what was cut off in the middle of a character is incomplete, and an empty file has nothing`()
        throws
    {
        let cut = Array(Self.files[1].utf8).prefix { $0 != 0xA9 }
        #expect(throws: ArchiveFault(.isDamaged)) { try read(Array(cut)) }
        for empty: [UInt8] in [[], [0x20, 0x0A], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE]] {
            #expect(throws: ArchiveFault(.holdsNothing)) { try read(empty) }
        }
    }
}
