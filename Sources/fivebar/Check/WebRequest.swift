// One request to the web server, as a visitor's browser would send it. Asked by curl, which knows the machine's
// certificates: a client of our own would be half as large as Fivebar.

import Foundation
import Glibc

struct WebRequest {
    let url: String
    var headers: [String] = []
    /// How many bytes of nothing to post; nil: to get.
    var posted: Int?
    /// The address to come from, one of this machine's; nil: the usual one.
    var source: String?

    struct Answer {
        let status: Int
        /// By their names in lower case.
        let headers: [String: String]
        let body: Data
        /// How long before the end the first of the body came.
        var lead = Duration.zero

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    enum Fault: Error {
        case curlIsMissing
        /// Nobody answered, and why.
        case unanswered(String)
    }

    func answer() throws(Fault) -> Answer {
        // Deleted already: they are gone with the process.
        guard let body = tmpfile(), let complaint = tmpfile() else {
            throw .unanswered("there is no room in /tmp")
        }
        defer { [body, complaint].forEach { fclose($0) } }
        ftruncate(fileno(body), off_t(posted ?? 0))
        let output = try Self.run(arguments, input: fileno(body), complaint: fileno(complaint))
        guard var answer = Self.answer(output.received) else {
            let reason = String(decoding: Self.content(of: complaint), as: UTF8.self)
            let line = reason.split(whereSeparator: \.isNewline).first.map { String($0) }
            throw .unanswered("\(line ?? "curl ended with \(output.code)") (\(url))")
        }
        let head = output.received.count - answer.body.count
        answer.lead = output.lead(after: head + Self.beginning)
        return answer
    }

    /// More bytes than a compressed body has before its content, and fewer than an event.
    private static let beginning = 20

    /// What a program wrote, and when.
    private struct Output {
        var received = Data()
        /// How much there was at which time, and at last when it ended.
        var arrivals: [(count: Int, at: ContinuousClock.Instant)] = []
        /// What `waitpid` says.
        var code: CInt = 0

        /// How long before the end there was more than so many bytes.
        func lead(after count: Int) -> Duration {
            guard let first = arrivals.first(where: { $0.count > count }), let last = arrivals.last else {
                return .zero
            }
            return last.at - first.at
        }
    }

    /// Runs a program to its end.
    private static func run(
        _ arguments: [String], input: CInt, complaint: CInt
    ) throws(Fault) -> Output {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw .unanswered("too many files are open") }
        // The program would otherwise hold its own output's other end open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let process: pid_t
        do {
            defer { close(ends[1]) }
            process = try start(arguments, [input, ends[1], complaint])
        }
        var output = Output(), buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            output.received.append(contentsOf: buffer.prefix(max(0, count)))
            output.arrivals.append((output.received.count, .now))
            if count <= 0 { break }
        }
        while waitpid(process, &output.code, 0) < 0 && errno == EINTR {}
        return output
    }

    /// - Parameter files: The program's standard input, output and error.
    private static func start(_ arguments: [String], _ files: [CInt]) throws(Fault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in files.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, file, CInt(number))
        }
        var words = arguments.map { strdup($0) } + [nil]
        var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process = pid_t()
        switch posix_spawnp(&process, arguments[0], &actions, nil, &words, &variables) {
        case 0: return process
        case ENOENT, EACCES, ENOTDIR: throw .curlIsMissing
        case let code: throw .unanswered("curl cannot be started: \(String(cString: strerror(code)))")
        }
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
            "curl", "--disable", "--silent", "--show-error", "--include", "--no-buffer", "--noproxy", "*",
            "--proto", "=http,https", "--connect-timeout", "10", "--max-time", "20", "--max-filesize",
            "4194304",
        ]
        // Nobody is to be counted as a visitor.
        for header in ["Sec-GPC: 1"] + headers { arguments += ["--header", header] }
        if let source { arguments += ["--interface", source] }
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
