/// How the connections of a capture are divided among the workers and the thread that reads its packets.
///
/// A connection stays where it began. What counts is the last blocks: older ones count less and less.
struct WorkDivision {
    /// What a block has taken.
    struct Effort {
        /// The seconds that the workers took together.
        var workers = 0.0
        /// The seconds that the reading thread took, for all that it does; without waits.
        var reader = 0.0
    }

    /// The part of all bytes that the reading thread is to keep.
    private(set) var keptShare: Double
    /// The bytes of streams that each worker was given; then those that the reading thread kept.
    private var loads: [Double]
    /// The connections that each of them has.
    private var openCounts: [Int]
    private var effort = Effort()

    /// The part of the work on small uploads that reading packets is.
    private static let readingShare = 0.25
    /// Bytes that say little of how much a thread's connections carry.
    private static let littleLoad = 256.0 * 1024
    /// How many blocks count, about.
    private static let window = 128.0

    /// Begins with shares that let all end at once where uploads are small.
    ///
    /// - Parameter workers: the number of workers; at least 1.
    init(workers: Int) {
        loads = Array(repeating: 0, count: workers + 1)
        openCounts = Array(repeating: 0, count: workers + 1)
        let equal = 1 / Double(workers + 1)
        keptShare = max(0, (equal - Self.readingShare) / (1 - Self.readingShare))
    }

    /// The index of the reading thread, after those of the workers.
    private var reader: Int { loads.count - 1 }

    /// Chooses who gets the next connection.
    ///
    /// What it will carry is not known: it goes where the fewest are open for the share that is due, and more is due where a
    /// thread's connections have carried less than its share.
    ///
    /// - Returns: the index of a worker; `nil` where the reading thread keeps the connection.
    mutating func open() -> Int? {
        let total = loads.reduce(0, +)
        var best = (thread: reader, weight: Double.infinity)
        for thread in loads.indices {
            let share = thread == reader ? keptShare : (1 - keptShare) / Double(reader)
            let due = share * (share * total + Self.littleLoad) / (loads[thread] + Self.littleLoad)
            let weight = Double(openCounts[thread] + 1) / due
            if weight < best.weight { best = (thread, weight) }
        }
        openCounts[best.thread] += 1
        return best.thread == reader ? nil : best.thread
    }

    /// Counts a connection as closed.
    ///
    /// - Parameter worker: the worker that had it; `nil` for the reading thread.
    mutating func close(at worker: Int?) { openCounts[worker ?? reader] -= 1 }

    /// Counts bytes of a connection.
    ///
    /// - Parameters:
    ///   - count: their number.
    ///   - worker: the worker that got them; `nil` for the reading thread.
    mutating func add(_ count: Int, to worker: Int?) { loads[worker ?? reader] += Double(count) }

    /// Counts what a block has taken, and sets the shares by it so that no thread has to wait.
    ///
    /// - Parameter taken: what it has taken.
    mutating func add(_ taken: Effort) {
        effort.workers += taken.workers
        effort.reader += taken.reader
        let kept = loads[reader]
        let total = loads.reduce(0, +)
        if effort.workers > 0, total > kept {
            // To inspect a byte takes all threads the same; what else the reading thread does is done for all bytes.
            let inspection = effort.workers / (total - kept)
            let others = (effort.reader - kept * inspection) / total
            let workers = Double(reader)
            let share = (inspection - workers * others) / (inspection * (workers + 1))
            keptShare = min(max(share, 0), 1 / (workers + 1))
        }
        for index in loads.indices { loads[index] *= 1 - 1 / Self.window }
        effort.workers *= 1 - 1 / Self.window
        effort.reader *= 1 - 1 / Self.window
    }
}
