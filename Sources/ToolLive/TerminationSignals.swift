import NIOCore
import NIOPosix
import Shell

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// SIGINT, SIGTERM and SIGHUP as an event: the process ends in order, with its files complete.
struct TerminationSignals {
    private let thread = NIOThreadPool(numberOfThreads: 1)

    /// Holds the signals back; before any other thread is started, since these take the mask over.
    init() {
        var signals = StopSignals.signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        thread.start()
    }

    /// Calls `body` on the event loop at the first signal.
    func whenReceived(on loop: any EventLoop, _ body: @escaping () -> Void) {
        let received = thread.runIfActive(eventLoop: loop) {
            var signals = StopSignals.signals
            var signal: CInt = 0
            sigwait(&signals, &signal)
        }
        received.assumeIsolated().whenComplete { _ in body() }
    }
}
