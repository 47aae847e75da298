// Waits for all sockets on one thread (epoll). Knows file descriptors and their
// events, but not FastCGI.

import CEpoll
import Glibc
import Synchronization

/// The events of a socket.
struct Readiness: OptionSet {
    let rawValue: UInt32
    static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The peer sends nothing more, but may still receive.
    static let ended = Readiness(rawValue: EPOLLRDHUP.rawValue)
    static let closed = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
}

/// Waits for sockets, on the thread that calls ``wait(milliseconds:_:)``.
///
/// Sockets are watched edge-triggered: each change is reported once, so that a
/// client that stops reading costs nothing meanwhile.
final class Poller: Sendable {
    private let descriptor: CInt
    private let wakeDescriptor: CInt

    /// The key that reports ``wake()``.
    static let wakeKey = UInt64.max

    init() throws {
        descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
        wakeDescriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard descriptor >= 0, wakeDescriptor >= 0 else { throw ListeningError("epoll") }
        // Input only: each wake-up also makes it writable again, which must not be reported.
        var event = epoll_event(
            events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data_t(u64: Self.wakeKey))
        epoll_ctl(descriptor, EPOLL_CTL_ADD, wakeDescriptor, &event)
    }

    deinit {
        close(wakeDescriptor)
        close(descriptor)
    }

    /// Watches `socket` until it is closed.
    func watch(_ socket: CInt, key: UInt64) {
        var event = epoll_event(
            events: EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue,
            data: epoll_data_t(u64: key)
        )
        epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
    }

    /// Watches a listening socket shared with other pollers: only one of the
    /// sleeping ones is woken.
    func watchListening(_ socket: CInt, key: UInt64) {
        var event = epoll_event(
            events: EPOLLIN.rawValue | EPOLLET.rawValue | EPOLLEXCLUSIVE.rawValue,
            data: epoll_data_t(u64: key)
        )
        epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
    }

    func forget(_ socket: CInt) {
        epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, nil)
    }

    /// Wakes the waiting thread. May be called on any thread.
    func wake() {
        var one: UInt64 = 1
        write(wakeDescriptor, &one, 8)
    }

    /// Waits for events or the timeout, and reports each event.
    ///
    /// - Parameter awake: Called as soon as the thread no longer sleeps, before the first event.
    func wait(milliseconds: CInt, awake: () -> Void = {}, _ body: (UInt64, Readiness) -> Void) {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 128) { events in
            guard let start = events.baseAddress else { return }
            let count = epoll_wait(descriptor, start, CInt(events.count), milliseconds)
            awake()
            guard count > 0 else { return }
            for event in events[..<Int(count)] {
                let key = event.data.u64
                if key == Self.wakeKey {
                    var rings: UInt64 = 0
                    read(wakeDescriptor, &rings, 8)
                }
                body(key, Readiness(rawValue: event.events))
            }
        }
    }
}
