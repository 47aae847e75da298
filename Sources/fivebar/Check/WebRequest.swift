// One request to the web server, as a visitor's browser would send it. Asked by curl, which knows the machine's
// certificates: a client of our own would be half as large as Fivebar.

import Foundation
import Glibc

struct WebRequest {
    let url: String
    var headers: [String] = []
    /// How many bytes of nothing to post; nil: to get.
    var posted: Int?

    struct Answer {
        let status: Int
        /// By their names in lower case.
        let headers: [String: String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    enum Fault: Error {
        case curlIsMissing
        /// Nobody answered, and why.
        case unanswered(String)
    }

    func answer() throws(Fault) -> Answer {
        // Deleted already: they are gone with the process.
        guard let body = tmpfile(), let output = tmpfile(), let complaint = tmpfile() else {
            throw .unanswered("there is no room in /tmp")
        }
        defer { [body, output, complaint].forEach { fclose($0) } }
        ftruncate(fileno(body), off_t(posted ?? 0))
        let code = try Self.run(arguments, [body, output, complaint].map { fileno($0) })
        guard let answer = Self.answer(Self.content(of: output)) else {
            let reason = String(decoding: Self.content(of: complaint), as: UTF8.self)
            let line = reason.split(whereSeparator: \.isNewline).first.map { String($0) }
            throw .unanswered(line ?? "curl ended with \(code)")
        }
        return answer
    }

    /// Runs a program to its end.
    ///
    /// - Parameter files: Its standard input, output and error.
    /// - Returns: What `waitpid` says.
    private static func run(_ arguments: [String], _ files: [CInt]) throws(Fault) -> CInt {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file, CInt(number))
        }
        var words = arguments.map { strdup($0) } + [nil]
        var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process = pid_t(), status: CInt = 0
        switch posix_spawnp(&process, arguments[0], &actions, nil, &words, &variables) {
        case 0: break
        case ENOENT, EACCES, ENOTDIR: throw .curlIsMissing
        case let code: throw .unanswered("curl cannot be started: \(String(cString: strerror(code)))")
        }
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return status
    }

    private static func content(of file: UnsafeMutablePointer<FILE>) -> Data {
        let handle = FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
        try? handle.seek(toOffset: 0)
        return (try? handle.readToEnd()) ?? Data()
    }

    private var arguments: [String] {
        // Without the caller's own settings and proxies. curl stops sending once it is refused, and Apache waits for the
        // rest before it ends the answer: that is not waited for.
        var arguments = [
            "curl", "--disable", "--silent", "--show-error", "--include", "--noproxy", "*", "--proto",
            "=http,https", "--connect-timeout", "10", "--max-time", "20", "--max-filesize", "4194304",
        ]
        // Nobody is to be counted as a visitor.
        for header in ["Sec-GPC: 1"] + headers { arguments += ["--header", header] }
        if posted != nil { arguments += ["--header", "Expect:", "--data-binary", "@-"] }
        return arguments + ["--url", url]
    }

    /// Nil if it is no answer.
    static func answer(_ received: Data) -> Answer? {
        var rest = received[...]
        while let end = rest.range(of: Data("\r\n\r\n".utf8)) {
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                .split(whereSeparator: \.isNewline)
            rest = rest[end.upperBound...]
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count >= 2, words[0].hasPrefix("HTTP/"), let status = Int(words[1]) else {
                return nil
            }
            // An answer may be announced by others.
            guard status >= 200 else { continue }
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let value = line[line.index(after: colon)...].trimmingPrefix(while: \.isWhitespace)
                headers[line[..<colon].lowercased()] = String(value)
            }
            return Answer(status: status, headers: headers, body: Data(rest))
        }
        return nil
    }
}
