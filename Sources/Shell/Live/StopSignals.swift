#if canImport(Glibc)
    package import Glibc
#elseif canImport(Darwin)
    package import Darwin
#endif

/// SIGINT, SIGTERM and SIGHUP as a question that a loop asks, so that it ends in order.
package final class StopSignals {
    /// Whether one of them came; once asked after it came, the next one ends the process at once.
    package var isReceived: Bool {
        if !wasReceived { wasReceived = takePending() }
        return wasReceived
    }

    private var wasReceived = false
    private var maskBefore = sigset_t()

    /// Holds the signals back while this value lives; made before any other thread is started, since these take the mask
    /// over, as programs do that are started.
    package init() {
        var signals = Self.signals
        pthread_sigmask(SIG_BLOCK, &signals, &maskBefore)
    }

    deinit { pthread_sigmask(SIG_SETMASK, &maskBefore, nil) }

    private func takePending() -> Bool {
        var pending = sigset_t()
        sigpending(&pending)
        var signals = Self.signals
        guard
            Self.numbers.contains(where: { sigismember(&pending, $0) == 1 && sigismember(&signals, $0) == 1 })
        else { return false }
        var signal: CInt = 0
        sigwait(&signals, &signal)
        Self.release()
        return true
    }

    /// Lets the signals end the process at once again, on this thread.
    package static func release() {
        var signals = signals
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// The signals; SIGHUP, by which a terminal says that it is closed, unless it is to be ignored, as under nohup.
    package static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        // A shell without job control makes its background processes ignore SIGINT; `kill -INT` is to end them too.
        for number in numbers where number != SIGHUP || !isIgnored(number) { sigaddset(&signals, number) }
        return signals
    }

    private static func isIgnored(_ number: CInt) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Glibc)
            let handler = action.__sigaction_handler.sa_handler
        #elseif canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
