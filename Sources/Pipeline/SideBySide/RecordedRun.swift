import Bytes
import CaptureSources
import Decryption
import Exchanges

/// What the connections of a capture are inspected with where they are spread over threads.
struct SpreadInspection: Sendable {
    /// What to do with exchanges.
    let options: InspectionOptions
    /// The index of the capture among those given, from 0.
    let capture: Int
    /// The memory of the capture.
    let memory: MemoryBudget
    /// The keys.
    let log: KeyLog
    /// Whether a page was seen by one of the threads.
    let pages = PageSighting()
}

/// Connections of a capture that are spread over threads, and what came out of those that one thread inspects: each result with
/// the number of the delivery that gave it.
struct RecordedRun {
    /// The connections' run.
    let run: CaptureRun
    /// What came out before, and is not freed yet.
    var spent = SpentResults()

    private var outcome = DeliveryOutcome()
    private var begunExchanges = 0
    /// The ends of the results and of the counted exchanges that were noted.
    private var (resultEnd, countedEnd) = (0, 0)

    /// Makes a run without connections.
    ///
    /// - Parameter spread: the capture's connections.
    /// - Throws: where a workspace cannot be made.
    init(_ spread: SpreadInspection) throws(InputFailure) {
        var workspace = try InspectionWorkspace(
            options: spread.options,
            capture: spread.capture,
            memory: spread.memory,
            history: nil,
            decryption: DecryptionContext(log: spread.log)
        )
        workspace.counting = spread.options.countsUploadsBelow.map {
            ExchangeCounting(below: $0, spread.pages, isSpread: true)
        }
        run = CaptureRun(workspace, results: nil)
    }

    /// What was counted of its exchanges.
    var uploads: CountedUploads { run.workspace.counting?.uploads ?? CountedUploads(below: nil) }

    /// Notes what came out of a delivery, after it.
    ///
    /// - Parameter order: the delivery's number in its block.
    mutating func note(_ order: Int) {
        if let counts = run.workspace.decryption.takeCounts() { outcome.sessions.append((order, counts)) }
        let begun = run.workspace.numbers.last - begunExchanges
        let results = run.workspace.resultCount
        let counted = run.workspace.counting?.counted.count ?? 0
        guard begun > 0 || results > resultEnd || counted > countedEnd else { return }
        spent.free(results - resultEnd + counted - countedEnd)
        begunExchanges += begun
        (resultEnd, countedEnd) = (results, counted)
        outcome.yields.append(
            DeliveryOutcome.Yield(
                order: order,
                begunExchanges: begun,
                resultEnd: results,
                countedEnd: counted
            )
        )
    }

    /// Takes what came out of the deliveries of a block, at its end.
    mutating func takeOutcome() -> DeliveryOutcome {
        var taken = DeliveryOutcome()
        swap(&taken, &outcome)
        (resultEnd, countedEnd) = (0, 0)
        run.workspace.takeResults(into: &taken.results)
        run.workspace.counting?.takeCounted(into: &taken.counted)
        // Several may have come back at once.
        spent.freeAll(but: 2)
        taken.use = SharedUse(
            pageBytes: run.workspace.pageBytes,
            triedBytes: run.workspace.decryption.triedBytes,
            heldBytes: run.workspace.decryption.heldBytes
        )
        return taken
    }
}
