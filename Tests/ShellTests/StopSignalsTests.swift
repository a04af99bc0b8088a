import Glibc
import Testing

@testable import Shell

/// Signals as a question, which `record` asks.
struct StopSignalsTests {
    /// Under nohup, SIGHUP is none of them.
    private static var numbers: [CInt] {
        var signals = StopSignals.signals
        return [SIGINT, SIGTERM, SIGHUP].filter { sigismember(&signals, $0) == 1 }
    }

    @Test(arguments: numbers)
    func `a signal is held back until it is asked for, and the next one ends the process`(number: CInt) {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        do {
            let signals = StopSignals()
            #expect(!signals.isReceived)
            pthread_kill(pthread_self(), number)
            #expect(signals.isReceived)
            #expect(signals.isReceived, "it stays so")
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            #expect(sigismember(&mask, number) == 0)
        }
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, number) == sigismember(&before, number))
    }
}
