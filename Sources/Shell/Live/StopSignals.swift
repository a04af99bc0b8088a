#if canImport(Glibc)
    package import Glibc
#elseif canImport(Darwin)
    package import Darwin
#endif

/// SIGINT and SIGTERM as a question that a loop asks, so that it ends in order.
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
        guard sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 else { return false }
        var signals = Self.signals
        var signal: CInt = 0
        sigwait(&signals, &signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        return true
    }

    /// The two signals.
    package static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        return signals
    }
}
