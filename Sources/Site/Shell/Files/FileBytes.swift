// The content of a file, read once. Foundation's ways copy it again, and a CGI program may read two hundred files for a page.

import Glibc

extension [UInt8] {
    /// Nil if there is no such file, or if it cannot be read as a whole.
    ///
    /// - Parameter stamp: What must tell it before and after it is read; nil if it may be any.
    init?(contentsOfFile path: String, stamped stamp: FileStamp? = nil) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        self.init(unsafeUninitializedCapacity: size) { bytes, count in
            while count < size, let place = bytes.baseAddress {
                let read = read(file, place + count, size - count)
                guard read > 0 else { break }
                count += read
            }
        }
        guard count == size else { return nil }
        if let stamp {
            guard stamp == FileStamp(status), fstat(file, &status) == 0, stamp == FileStamp(status) else {
                return nil
            }
        }
    }
}
