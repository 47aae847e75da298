// Who owns a file or a folder, and who else could have led the way to it.

import Glibc

/// A file or folder that is there, found step by step: whoever owns a link on the way, or the folder that the link is in,
/// decides where it leads.
struct OwnedPlace {
    /// A link on the way.
    struct Link: Equatable {
        let path: String
        /// Who owns it, and who owns the folder that it is in.
        let owners: [uid_t]
    }

    let path: String
    let owner: uid_t
    let group: gid_t
    private(set) var links: [Link] = []

    /// As many as Linux follows.
    private static let mostLinks = 40

    /// Nil if nothing is there, or it is not to be found.
    ///
    /// - Parameter path: An absolute path.
    init?(_ path: String) {
        var status = stat()
        guard lstat("/", &status) == 0 else { return nil }
        var place = "", links: [Link] = []
        var steps = Self.steps(of: path)
        while let step = steps.popLast() {
            // The place has no links any more, so that without its last name it is its folder.
            if step == ".." {
                place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
                guard lstat(place.isEmpty ? "/" : place, &status) == 0 else { return nil }
                continue
            }
            let folderOwner = status.st_uid, next = place + "/" + step
            guard lstat(next, &status) == 0 else { return nil }
            guard status.st_mode & S_IFMT == S_IFLNK else {
                place = next
                continue
            }
            links.append(Link(path: next, owners: [status.st_uid, folderOwner]))
            guard links.count <= Self.mostLinks, let target = Self.target(of: next) else { return nil }
            if target.hasPrefix("/") { place = "" }
            steps += Self.steps(of: target)
            guard lstat(place.isEmpty ? "/" : place, &status) == 0 else { return nil }
        }
        self.path = place.isEmpty ? "/" : place
        owner = status.st_uid
        group = status.st_gid
        self.links = links
    }

    /// A link on the way that somebody else than its owner and root could have laid; nil if there is none.
    var strangersLink: (link: Link, stranger: uid_t)? {
        for link in links {
            if let stranger = link.owners.first(where: { $0 != 0 && $0 != owner }) { return (link, stranger) }
        }
        return nil
    }

    /// The names in a path, the first one last.
    private static func steps(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map { String($0) }
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(link, &bytes, bytes.count)
        guard length > 0, length < bytes.count else { return nil }
        return String(decoding: bytes[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
