// A large body on its way: on disk, where it may arrive as slowly as it likes without taking anybody's memory or turn.

import Glibc
import Hummingbird
import Ledger
import NIOCore

/// A body on disk. The file has no name, so it is gone when nobody holds it any more, also if the process is killed.
final class SpooledBody: Sendable {
    private let file: TemporaryFile
    /// In bytes.
    let size: Int

    private init(_ file: TemporaryFile, size: Int) {
        self.file = file
        self.size = size
    }

    /// Receives the whole body.
    ///
    /// - Parameters:
    ///   - limit: In bytes.
    ///   - folder: Where there is room for it.
    /// - Throws: 413 for a body larger than the limit, ``StorageFault`` if it cannot be written.
    static func receive(_ body: RequestBody, upTo limit: Int, in folder: String) async throws -> SpooledBody {
        let file = try TemporaryFile(in: folder)
        file.removeName()
        var size = 0
        var parts = body.makeAsyncIterator()
        while let part = try await next(&parts) {
            guard part.readableBytes <= limit - size else { throw HTTPError(.contentTooLarge) }
            try part.withUnsafeReadableBytes { try file.write($0) }
            size += part.readableBytes
        }
        return SpooledBody(file, size: size)
    }

    /// The body in memory.
    ///
    /// - Throws: ``StorageFault``.
    func bytes() throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let room = buffer[count..<size]
                let read = pread(
                    file.descriptor, UnsafeMutableBufferPointer(rebasing: room).baseAddress, room.count,
                    off_t(count))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { throw StorageFault(errno: read < 0 ? errno : EIO) }
                count += read
            }
        }
    }

    /// - Throws: 400 if the body broke off, whatever its transport says of that.
    private static func next(_ parts: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await parts.next()
        } catch let error where !(error is any HTTPResponseError || error is CancellationError) {
            throw HTTPError(.badRequest, message: "The request broke off.")
        }
    }
}
