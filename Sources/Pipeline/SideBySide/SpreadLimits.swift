/// How the connections of a capture are spread over threads.
package struct SpreadLimits: Hashable, Sendable {
    /// Bytes of a file from which on it is done: a shorter one is read before threads have begun.
    package var fileBytes = 2 << 20
    /// The greatest number of threads that inspect connections and do nothing else, besides the one that reads the packets.
    package var workers = 8
    /// Bytes of streams with which a block of deliveries is full, at most: few enough that the results of hostile blocks take
    /// little memory (with twice as many, one took 30 MB more).
    package var blockBytes = 256 << 10
    /// The same for each thread: enough that handing it on costs little, few enough that what comes out is in the processor's
    /// caches still when it is taken (with four times as many, clients of small uploads took a third more time).
    package var threadBytes = 32 << 10
    /// Deliveries with which a block is full, whatever their bytes.
    package var blockDeliveries = 2_048
    /// Bytes for each exchange from which on one thread is as fast: what is handed on is copied, packet by packet.
    package var longExchange = 32 << 10
    /// The bytes of streams after which that is decided.
    package var sampleBytes = 1 << 20
    /// Full blocks that are inspected, or wait for it, while the next is filled.
    ///
    /// So many that no worker waits where their shares differ from block to block; the results of a hostile block take 10 MB.
    package var blocksUnderway = 3

    /// Makes the default limits.
    package init() {}

    /// How many of some threads inspect connections and do nothing else: all but the one that reads packets, and at least one.
    ///
    /// One more than there are cores for takes turns with the others: with two cores and two of them, lists of clients took
    /// 1.4 times the CPU of one, and 1.5 times the time.
    func workers(of threads: Int) -> Int { min(max(threads - 1, 1), workers) }

    /// The same with blocks for a number of threads.
    func with(threads: Int) -> SpreadLimits {
        var limits = self
        limits.blockBytes = min(blockBytes, threads * threadBytes)
        return limits
    }
}
