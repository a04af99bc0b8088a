import Bytes
import CaptureSources
import Connections
import Decryption
import Exchanges

#if canImport(Glibc)
    import CMalloc
#endif

/// Inspects the packets of one capture: by one thread, or with its connections spread over several.
struct PacketInspection {
    /// What to do with the exchanges.
    let options: InspectionOptions
    /// The index of the capture among those given, from 0.
    let capture: Int
    /// What the packets are in.
    let format: CaptureFormat

    /// How many results of a file are handed on together: few, so that the next ones get the memory of these while it is in the
    /// processor's cache.
    private static let batch = 6

    /// Reads a capture.
    ///
    /// - Parameters:
    ///   - source: its bytes, unread but for what was looked at.
    ///   - progress: see ``CaptureInspection``.
    ///   - sink: takes the exchanges.
    /// - Returns: what is to be said of the capture as a whole.
    /// - Throws: where nothing could be read.
    func inspect(
        _ source: inout ByteSource,
        _ progress: ((Int, Int?) -> Void)?,
        into sink: some InspectionSink
    ) throws -> InspectedCapture {
        let log = KeyLogFile.log(beside: source.name, added: options.keyLog)
        let fileSize = options.allowsSpread ? source.fileSize : nil
        let isSpread = options.threads > 1 && fileSize ?? 0 >= options.spread.fileBytes
        let makesEarly = options.countsUploadsBelow != nil || options.readsPages && sink.makesTexts
        guard isSpread || makesEarly && fileSize != nil else {
            return try inspect(&source, log, into: sink).result
        }
        let once = OnceSink(to: sink, countingBelow: options.countsUploadsBelow)
        defer { once.finish() }
        if isSpread {
            if let result = try inspectSpread(&source, log, into: once) { return result }
        } else {
            let counting = options.countsUploadsBelow.map { limit in
                ExchangeCounting(below: limit, PageSighting(), isSpread: false)
            }
            let (result, isVoid) = try inspect(&source, log, counting, mayBeVoid: true, into: once)
            if !isVoid { return result }
        }
        once.restart()
        #if canImport(Glibc)
            // What the threads took goes back to the system before one thread takes as much.
            malloc_trim(0)
        #endif
        var again = try ByteSource(path: source.name, readingAhead: options.readsAhead ? .always : .never)
        again.progress = progress
        return try inspect(&again, log, into: once).result
    }

    /// Reads a capture by this thread alone.
    ///
    /// - Parameters:
    ///   - source: its bytes.
    ///   - log: the keys.
    ///   - counting: counts uploads; `nil` where each exchange is handed on.
    ///   - mayBeVoid: whether the capture can be read again.
    ///   - sink: takes the exchanges.
    /// - Returns: what is to be said of the capture, and whether it has to be read again without what was done early.
    /// - Throws: where nothing could be read.
    private func inspect(
        _ source: inout ByteSource,
        _ log: KeyLog,
        _ counting: ExchangeCounting? = nil,
        mayBeVoid: Bool = false,
        into sink: some InspectionSink
    ) throws -> (result: InspectedCapture, isVoid: Bool) {
        var workspace = try InspectionWorkspace(
            options: options,
            capture: capture,
            decryption: DecryptionContext(log: log)
        )
        workspace.counting = counting
        let memory = workspace.memory
        let joined = PageJoin.sink(to: sink, options, mayBeVoid: mayBeVoid)
        let results = CaptureResults(sink: joined, options: options, memory: memory, isStrict: mayBeVoid)
        // Of a pipe, what was read is handed on at once.
        let batch = source.fileSize == nil ? 1 : Self.batch
        let run = CaptureRun(workspace, results: results, batch: batch)
        defer { run.forgetConnections() }
        var reader = ConnectionReader(CaptureConnections(run), memory: memory)
        defer { run.handOnRest() }
        let summary = try read(&source, into: &reader)
        try run.finish(source.name)
        return (result(source.name, summary, results, run.workspace.decryption, reader, memory), run.isVoid)
    }

    /// Reads a capture by several threads; `nil` where it has to be read by one.
    private func inspectSpread(
        _ source: inout ByteSource,
        _ log: KeyLog,
        into sink: OnceSink
    ) throws -> InspectedCapture? {
        // What comes near to the limit is left to one thread, which takes memory in the same order each time.
        let memory = MemoryBudget(limit: MemoryBudget.defaultLimit / 2)
        let joined = PageJoin.sink(to: sink, options, mayBeVoid: true)
        let results = CaptureResults(sink: joined, options: options, memory: memory, isStrict: true)
        let inspection = SpreadInspection(options: options, capture: capture, memory: memory, log: log)
        let spread = try ConnectionSpread(inspection, results: results)
        var reader = ConnectionReader(CaptureConnections(spread), memory: memory)
        let summary: CaptureSummary
        do {
            summary = try read(&source, into: &reader)
        } catch {
            spread.drain()
            if spread.isGivenUp { return nil }
            spread.handOnCounted()
            throw error
        }
        spread.finish()
        guard !spread.isGivenUp else { return nil }
        return result(source.name, summary, results, spread.decryption, reader, memory)
    }

    private func read(
        _ source: inout ByteSource,
        into reader: inout ConnectionReader<CaptureConnections>
    ) throws -> CaptureSummary {
        let filter = try options.packetFilter.map { expression throws(PacketFilter.Failure) in
            try PacketFilter(expression)
        }
        let summary = try CaptureReader.read(&source, format: format, filter: filter, into: &reader)
        reader.finish()
        if summary.packetCount == 0, filter == nil,
            let problem = summary.problems.first(where: { $0.kind != .droppedPackets })
        {
            throw InputFailure(path: source.name, nothingReadFor: problem)
        }
        if reader.counts.connections == 0,
            let unknown = reader.handler.problems.first(where: { $0.kind == .unknownLinkType })
        {
            throw InputFailure(path: source.name, reason: unknown.message)
        }
        return summary
    }

    private func result(
        _ path: String,
        _ summary: CaptureSummary,
        _ results: CaptureResults,
        _ decryption: DecryptionContext,
        _ reader: borrowing ConnectionReader<CaptureConnections>,
        _ memory: MemoryBudget
    ) -> InspectedCapture {
        var result = InspectedCapture(path: path, format: format.rawValue)
        result.packets = summary.packetCount
        result.describe(results, decryption, reader, memory, found: summary.problems)
        if results.lostOrder { result.describeLostOrder() }
        return result
    }
}
