// Where a program that ends after one request finds the hash of Public/ again: to read all its files for each page takes
// longer than the page.

import Crypto
import Glibc
import Ledger

/// A file with the hash of the files that a listing tells, and a seal of both.
///
/// A hash that is wrong would be kept by browsers for a year. So whatever else is in the file, torn or of other files, is as
/// good as none, and none is kept that the next look at the same folder might not bear out.
struct AssetHashFile: Sendable {
    let path: String
    let now: Moment

    /// How long files must have been as they are, in milliseconds. A file may be changed twice before its file system's clock
    /// goes on, and the second change has the first one's stamp.
    private static let rest: Int64 = 10_000
    private static let hashLength = 16
    private static let sealLength = 64

    /// Nil if none is kept for just these files.
    func hash(of listing: FolderListing) -> String? {
        guard let bytes = [UInt8](contentsOfFile: path),
            bytes.count == Self.hashLength + Self.sealLength
        else { return nil }
        let hash = String(decoding: bytes.prefix(Self.hashLength), as: UTF8.self)
        return Array(Self.text(hash, listing).utf8) == bytes ? hash : nil
    }

    /// Keeps the hash of what was read after a listing was made. Where nothing can be written, none is kept.
    ///
    /// - Parameter folder: The folder that was listed and read.
    func keep(_ hash: String, of listing: FolderListing, in folder: String) {
        let restsSince = (now.milliseconds - Self.rest) * 1_000_000
        guard listing.files.allSatisfy({ $0.stamp.alteredAt < restsSince }),
            // Nobody has changed any while they were read.
            (try? FolderListing(folder)) == listing
        else { return }
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            // Somebody else is at it, or was killed at it.
            if errno == EEXIST { unlink(new) }
            return
        }
        defer { close(file) }
        let text = Self.text(hash, listing)
        guard write(file, text, text.utf8.count) == text.utf8.count, rename(new, path) == 0 else {
            unlink(new)
            return
        }
    }

    private static func text(_ hash: String, _ listing: FolderListing) -> String {
        var seal = SHA256()
        seal.update(data: Array("\(SourceText.form)\n\(hash)\n".utf8))
        for file in listing.files { seal.update(data: Array("\(file.path)\0\(file.stamp)\n".utf8)) }
        return hash + seal.finalize().text
    }
}
