import Dispatch
import Synchronization

/// Blocks of a file that a thread of its own fills, a few of them ahead of their use.
/// ```
///   file ─► thread ─► filled blocks ─► the one who uses them
///              ▲      used blocks         │
///              └──────────────────────────┘
/// ```
/// Blocks go around: none is allocated after the first few.
final class ReadAhead {
    /// How many blocks are filled ahead.
    private static let depth = 8
    /// How many used blocks go back at once: to wake the thread takes longer than to fill one of them.
    private static let returned = depth / 2

    /// Whether the bytes of the file are compressed with gzip.
    let isCompressed: Bool

    private let work: Work

    /// Reads the first bytes of a file, and begins to fill blocks of a size in bytes.
    ///
    /// - Throws: where there are no bytes.
    init(_ descriptor: FileDescriptor, name: String, blockSize: Int) throws(ByteSource.Failure) {
        let filler = try BlockFiller(.file(descriptor), name: name, blockSize: blockSize)
        isCompressed = filler.isCompressed
        work = Work(filler, blockSize: blockSize)
        DispatchQueue(label: "read ahead").async { [work] in work.run() }
    }

    deinit { work.abandon() }

    /// Takes the next block, for one that was used.
    ///
    /// - Returns: the number of its bytes, 0 at the end, and the fault in compressed data as far as it was read.
    func next(
        swapping used: inout [UInt8]
    ) throws(ByteSource.Failure) -> (count: Int, problem: CaptureProblem?) {
        try work.next(swapping: &used)
    }

    private final class Work: Sendable {
        private typealias Outcome = Result<(count: Int, problem: CaptureProblem?), ByteSource.Failure>

        private struct Blocks: Sendable {
            var used: [[UInt8]]
            var filled: [(bytes: [UInt8], outcome: Outcome)] = []
            var last: Outcome?
            /// How many of the used blocks the thread may not fill yet.
            var held = 0
        }

        private let filler: Mutex<BlockFiller>
        private let blocks: Mutex<Blocks>
        private let isAbandoned = Atomic<Bool>(false)
        /// Count the blocks that may be filled, and those that are.
        private let room = DispatchSemaphore(value: 0)
        private let ready = DispatchSemaphore(value: 0)

        init(_ filler: sending BlockFiller, blockSize: Int) {
            self.filler = Mutex(filler)
            let block = [UInt8](repeating: 0, count: blockSize)
            blocks = Mutex(Blocks(used: Array(repeating: block, count: ReadAhead.depth)))
            for _ in 0..<ReadAhead.depth { room.signal() }
        }

        /// Fills one block after another, to the end.
        func run() {
            while true {
                room.wait()
                guard !isAbandoned.load(ordering: .relaxed) else { return }
                var block = blocks.withLock { $0.used.removeLast() }
                let outcome = filler.withLock { filler in
                    Outcome { () throws(ByteSource.Failure) in try filler.fillWhole(&block) }
                }
                blocks.withLock { $0.filled.append((block, outcome)) }
                ready.signal()
                guard let filled = try? outcome.get(), filled.count > 0 else { return }
            }
        }

        func abandon() {
            isAbandoned.store(true, ordering: .relaxed)
            room.signal()
        }

        func next(
            swapping used: inout [UInt8]
        ) throws(ByteSource.Failure) -> (count: Int, problem: CaptureProblem?) {
            // After the end there is nothing to wait for.
            if let last = blocks.withLock({ $0.last }) { return try last.get() }
            ready.wait()
            let (outcome, released) = blocks.withLock { blocks in
                let next = blocks.filled.removeFirst()
                blocks.used.append(used)
                used = next.bytes
                blocks.held += 1
                let released = blocks.held == ReadAhead.returned ? blocks.held : 0
                blocks.held -= released
                if case .success(let filled) = next.outcome, filled.count > 0 {
                    return (next.outcome, released)
                }
                blocks.last = next.outcome
                return (next.outcome, released)
            }
            for _ in 0..<released { room.signal() }
            return try outcome.get()
        }
    }
}
