import Bytes
import CaptureSources
import Connections
import Decryption
import Exchanges
import Forms
import Inspection

/// What a path is to be read as.
package enum InputKind: Hashable, Sendable {
    /// A capture; its format is recognised by its bytes, unless one is named (`--input-format`).
    case capture(format: String?)
    /// The bytes of a body, under a Content-Type value.
    case body(contentType: String)
    /// One raw HTTP request, head and body.
    case request
}

/// Why an input could not be read: one line, without the tool's name.
package struct InputFailure: Error, Sendable, CustomStringConvertible {
    /// The path as given.
    package var path: String
    /// Why it could not be read, and where.
    package var reason: String

    /// Makes a failure.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The line that is printed.
    package var description: String { "\(path): \(reason)" }
}

/// Reads an input from its first byte to its last and hands on the judged exchanges: start reading here.
///
/// ```
///   ByteSource ─► CaptureReader ─► ConnectionReader ─► ConnectionInspection ─► CaptureRun ─► handler
///                    packets          streams            exchanges, findings     in order
///   ByteSource ─► LogReader ────────► LoggedExchangeReader ─► InspectionWorkspace ─► CaptureRun ─► …
///                    exchanges of a proxy's log
/// ```
package struct CaptureInspection {
    private let options: InspectionOptions
    private let progress: ((Int, Int?) -> Void)?

    /// Makes an inspection.
    ///
    /// - Parameters:
    ///   - options: what to do with the exchanges.
    ///   - progress: is called for each block that is read, with the bytes of the file that were read so far, and their
    ///     number where that is known.
    package init(
        options: InspectionOptions,
        progress: ((Int, Int?) -> Void)? = nil
    ) {
        self.options = options
        self.progress = progress
    }

    /// Reads one input.
    ///
    /// - Parameters:
    ///   - path: a path, or `-` for standard input.
    ///   - kind: what to read it as.
    ///   - index: the number of the input among those given, from 0.
    ///   - handler: takes the exchanges as they are judged.
    /// - Returns: what is to be said of the input as a whole.
    /// - Throws: where nothing could be read; a capture that breaks off later is a problem of the result.
    package func inspect(
        path: String,
        as kind: InputKind,
        index: Int = 0,
        into handler: inout some InspectionHandler
    ) throws(InputFailure) -> InspectedCapture {
        try inspect(path, as: kind, index: index, into: &handler) { () throws(ByteSource.Failure) in
            try ByteSource(path: path, readingAhead: options.readsAhead ? .compressed : .never)
        }
    }

    /// Reads bytes that are in memory for those of a file named `name`; else as ``inspect(path:as:index:into:)``.
    package func inspect(
        _ bytes: [UInt8],
        name: String,
        as kind: InputKind,
        index: Int = 0,
        into handler: inout some InspectionHandler
    ) throws(InputFailure) -> InspectedCapture {
        try inspect(name, as: kind, index: index, into: &handler) { () throws(ByteSource.Failure) in
            try ByteSource(name: name, bytes: bytes)
        }
    }

    private func inspect(
        _ path: String,
        as kind: InputKind,
        index: Int,
        into handler: inout some InspectionHandler,
        from open: () throws(ByteSource.Failure) -> ByteSource
    ) throws(InputFailure) -> InspectedCapture {
        do {
            var source = try open()
            source.progress = progress
            return try inspect(&source, as: kind, index: index, into: &handler)
        } catch let failure as ByteSource.Failure {
            guard case .empty = failure, case .body(let contentType) = kind else {
                throw InputFailure(path: path, describing: failure)
            }
            // A body of no bytes is a body.
            var inspection = try bodyInspection(contentType)
            inspection.finish(capture: index, into: &handler)
            return Self.bodyResult(path)
        } catch {
            throw InputFailure(path: path, describing: error)
        }
    }

    private func inspect(
        _ source: inout ByteSource,
        as kind: InputKind,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        switch kind {
        case .capture(let name):
            let format = try Self.format(named: name, of: &source)
            guard format.holdsPackets else {
                if format.holdsExchanges {
                    return unfiltered(
                        try inspectLog(&source, format: format, index: index, into: &handler)
                    )
                }
                if format == .http {
                    return unfiltered(try inspectRequest(&source, index: index, into: &handler))
                }
                throw InputFailure(
                    path: source.name,
                    reason: "is a bare multipart body: say its type with "
                        + "--content-type 'multipart/form-data; boundary=…'"
                )
            }
            return try inspectPackets(&source, format: format, index: index, into: &handler)
        case .body(let contentType):
            var inspection = try bodyInspection(contentType)
            while try source.next({ inspection.push($0, into: &handler) }) != nil {}
            inspection.finish(capture: index, into: &handler)
            return Self.bodyResult(source.name)
        case .request: return unfiltered(try inspectRequest(&source, index: index, into: &handler))
        }
    }

    /// The result of a source without packets, which says that no packets could be selected from it.
    private func unfiltered(_ result: consuming InspectedCapture) -> InspectedCapture {
        if options.packetFilter != nil {
            result.problems.append(
                InspectedCapture.Problem(
                    kind: "unused-filter",
                    message: "--filter selects packets, and there are none here: nothing was left out"
                )
            )
        }
        return result
    }

    private func inspectPackets(
        _ source: inout ByteSource,
        format: CaptureFormat,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        let box = HandlerBox(handler)
        let packets = PacketInspection(options: options, capture: index, format: format)
        let result = try packets.inspect(&source, progress, into: box)
        handler = box.handler
        return result
    }

    private func inspectLog(
        _ source: inout ByteSource,
        format: CaptureFormat,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        let (run, results, box) = try run(index, handler)
        var reader = LoggedExchangeReader(run, limits: options.messageLimits)
        try LogReader.read(
            &source,
            format: format,
            password: options.archivePassword,
            memory: run.workspace.memory,
            into: &reader
        )
        try run.finish(source.name)
        handler = box.handler
        if results.exchangeCount == 0, let problem = reader.problems.first {
            throw InputFailure(path: source.name, nothingReadFor: problem)
        }
        var result = InspectedCapture(path: source.name, format: format.rawValue)
        result.exchanges = results.exchangeCount
        result.describe(reader.problems)
        result.describeUntold(reader.problemCount - reader.problems.count)
        result.describe(run.workspace.memory)
        return result
    }

    private func inspectRequest(
        _ source: inout ByteSource,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        let (run, results, box) = try run(index, handler)
        var reader = RawMessages(
            limits: options.messageLimits,
            numbers: run.workspace.numbers,
            memory: run.workspace.memory,
            responseContents: options.responseContents
        )
        run.workspace.current.keeper = run.workspace.spool.map { MessageKeeper($0) }
        run.workspace.current.keeper?.beginRaw()
        func read(_ bytes: RawSpan) {
            run.workspace.current.keeper?.receivedRaw(bytes)
            reader.push(bytes, &run.workspace)
        }
        let hasMark = try source.peek(3) == [0xEF, 0xBB, 0xBF]
        while try source.next(read) != nil { run.drain() }
        reader.finish(&run.workspace)
        try run.finish(source.name)
        handler = box.handler
        guard run.workspace.numbers.last > 0 else {
            let reason =
                hasMark
                ? "begins with a UTF-8 byte order mark, EF BB BF, and so with no request line: save it without one"
                : "holds no HTTP request"
            throw InputFailure(path: source.name, reason: reason)
        }
        var result = InspectedCapture(path: source.name, format: CaptureFormat.http.rawValue)
        result.exchanges = results.exchangeCount
        result.describe(run.workspace.memory)
        return result
    }

    /// Makes what gathers the results of a source, and the box that they go to.
    private func run<Handler: InspectionHandler>(
        _ index: Int,
        _ handler: Handler
    ) throws(InputFailure) -> (CaptureRun, CaptureResults, HandlerBox<Handler>) {
        let box = HandlerBox(handler)
        let workspace = try InspectionWorkspace(options: options, capture: index)
        let results = CaptureResults(
            sink: PageJoin.sink(to: box, options),
            options: options,
            memory: workspace.memory
        )
        return (CaptureRun(workspace, results: results), results, box)
    }

    private func bodyInspection(_ contentType: String) throws(InputFailure) -> BodyInspection {
        do throws(ByteSource.Failure) {
            return try BodyInspection(
                contentType: contentType,
                options: options
            )
        } catch {
            throw InputFailure(path: "-", reason: "\(error)")
        }
    }

    private static func bodyResult(_ path: String) -> InspectedCapture {
        var result = InspectedCapture(path: path, format: CaptureFormat.body.rawValue)
        result.exchanges = 1
        return result
    }

    private static func format(
        named name: String?,
        of source: inout ByteSource
    ) throws -> CaptureFormat {
        guard let name else { return try CaptureReader.format(of: &source) }
        guard let format = CaptureFormat(rawValue: name) else {
            let reason = "the input format \(name) is not one of \(CaptureFormat.readableNames)"
            throw InputFailure(path: source.name, reason: reason)
        }
        return format
    }
}
