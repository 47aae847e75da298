// Who could have led the way to a file.

import Foundation
import Glibc
import Testing

@testable import fivebar

/// Only root can give files to others.
@Suite(.enabled(if: geteuid() == 0)) final class OwnedPlaceTests {
    private let root: String
    private let service: uid_t = 4_001, somebody: uid_t = 4_002

    init() throws {
        // What leads there may have links itself.
        root =
            try #require(
                OwnedPlace(FileManager.default.temporaryDirectory.path)
            ).path + "/places-\(UUID().uuidString)"
        try makeFolder("", of: 0)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func path(_ name: String) -> String { name.isEmpty ? root : root + "/" + name }

    private func makeFolder(_ name: String, of owner: uid_t) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
        try #require(lchown(path(name), owner, owner) == 0)
    }

    private func makeFile(_ name: String, of owner: uid_t) throws {
        try #require(FileManager.default.createFile(atPath: path(name), contents: nil))
        try #require(lchown(path(name), owner, owner) == 0)
    }

    private func makeLink(_ name: String, to target: String, of owner: uid_t) throws {
        try #require(symlink(target, path(name)) == 0)
        try #require(lchown(path(name), owner, owner) == 0)
    }

    @Test func `a file without links is its owner's, whoever has the folder`() throws {
        try makeFolder("data", of: somebody)
        try makeFile("data/counts", of: service)
        let place = try #require(OwnedPlace(path("data/./../data//counts")))
        #expect(place.path == path("data/counts") && place.owner == service && place.group == service)
        #expect(place.links.isEmpty && place.strangersLink == nil)
        #expect(OwnedPlace(path("data/none")) == nil && OwnedPlace(path("data/counts/none")) == nil)
    }

    @Test(arguments: [true, false])
    func `a link that the service could have laid leads to nobody else's file`(isRoots: Bool) throws {
        try makeFolder("data", of: service)
        try makeFile("theirs", of: somebody)
        try makeLink("data/counts", to: "../theirs", of: isRoots ? 0 : service)
        // Also behind one of root's, and where a folder on the way is the link.
        try makeLink("counts", to: path("data/counts"), of: 0)
        try makeLink("data/away", to: root, of: isRoots ? 0 : service)
        for (name, link) in [
            ("data/counts", "data/counts"), ("counts", "data/counts"), ("data/away/theirs", "data/away"),
        ] {
            let place = try #require(OwnedPlace(path(name)))
            #expect(place.path == path("theirs") && place.owner == somebody)
            #expect(place.strangersLink?.link.path == path(link) && place.strangersLink?.stranger == service)
        }
    }

    @Test func `links of root's in root's folders lead anywhere, and the service's to its own files`() throws
    {
        try makeFolder("data", of: service)
        try makeFile("data/counts", of: service)
        try makeLink("counts", to: "data/counts", of: 0)
        try makeLink("folder", to: path("data"), of: 0)
        try makeLink("data/now", to: "counts", of: service)
        for name in ["counts", "folder/counts", "data/now", "folder/now"] {
            let place = try #require(OwnedPlace(path(name)))
            #expect(place.path == path("data/counts") && place.owner == service)
            #expect(!place.links.isEmpty && place.strangersLink == nil, "\(name)")
        }
    }

    @Test func `a link of somebody's in a folder that all may write to is a stranger's`() throws {
        try makeFile("counts", of: service)
        try makeLink("planted", to: "counts", of: somebody)
        #expect(OwnedPlace(path("planted"))?.strangersLink?.stranger == somebody)
    }

    @Test func `links that lead in a circle lead nowhere`() throws {
        try makeLink("one", to: "two", of: 0)
        try makeLink("two", to: "one", of: 0)
        try makeLink("dangling", to: "nothing", of: 0)
        #expect(OwnedPlace(path("one")) == nil && OwnedPlace(path("dangling")) == nil)
    }
}
