import Bytes
import CaptureSources
import Connections
import Decryption
import Exchanges
import Forms
import Inspection

/// What a path is to be read as.
package enum InputKind: Hashable, Sendable {
    /// A capture; its format is told by its bytes, unless one is named (`--input-format`).
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
///   ByteSource ─► CaptureReader ─► ConnectionReader ─► StreamDecryption ─► ExchangeReader ─► ExchangeJudge ─►
///                    packets          streams            plain streams       exchanges         forms, findings
///   ByteSource ─► LogReader ──────────────────────────────► LoggedExchangeReader ─► ExchangeJudge ─► …
///                    exchanges of a proxy's log
/// ```
package struct CaptureInspection {
    private let options: InspectionOptions

    /// Makes an inspection.
    package init(options: InspectionOptions = InspectionOptions()) {
        self.options = options
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
            try ByteSource(path: path)
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
            return try inspect(&source, as: kind, index: index, into: &handler)
        } catch let failure as ByteSource.Failure {
            guard case .empty = failure, case .body(let contentType) = kind else {
                throw InputFailure(path: path, describing: failure)
            }
            // A body of no bytes is a body.
            var inspection = try bodyInspection(contentType, for: handler)
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
                    return try inspectLog(&source, format: format, index: index, into: &handler)
                }
                if format == .http { return try inspectRequest(&source, index: index, into: &handler) }
                throw InputFailure(
                    path: source.name,
                    reason: "is a bare multipart body: say its type with "
                        + "--content-type 'multipart/form-data; boundary=…'"
                )
            }
            return try inspectPackets(&source, format: format, index: index, into: &handler)
        case .body(let contentType):
            var inspection = try bodyInspection(contentType, for: handler)
            while try source.next({ inspection.push($0, into: &handler) }) != nil {}
            inspection.finish(capture: index, into: &handler)
            return Self.bodyResult(source.name)
        case .request: return try inspectRequest(&source, index: index, into: &handler)
        }
    }

    private func inspectPackets(
        _ source: inout ByteSource,
        format: CaptureFormat,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        let filter = try options.packetFilter.map { expression throws(PacketFilter.Failure) in
            try PacketFilter(expression)
        }
        let records = RecordIndex()
        let seat = HandlerBox(handler)
        let keeper = try keeper(for: seat)
        let judge = ExchangeJudge(
            sink: seat,
            options: options,
            capture: index,
            records: records,
            keeper: keeper
        )
        let log = KeyLogFile.log(beside: source.name, added: options.keyLog)
        var reader = ConnectionReader(
            StreamDecryption(
                CaptureStreams(exchanges: ExchangeReader(handler: judge), keeper: keeper),
                log: log,
                records: records
            )
        )
        let summary = try CaptureReader.read(&source, format: format, filter: filter, into: &reader)
        reader.finish()
        var streams = reader.handler.next
        if reader.counts.connections == 0,
            let unknown = streams.problems.first(where: { $0.kind == .unknownLinkType })
        {
            throw InputFailure(path: source.name, reason: unknown.message)
        }
        streams.exchanges.finish()
        streams.exchanges.handler.finish()
        handler = seat.handler

        var result = InspectedCapture(path: source.name, format: format.rawValue)
        result.packets = summary.packetCount
        result.connections = reader.counts.connections
        result.exchanges = streams.exchanges.handler.exchangeCount
        result.describe(streams.exchanges.handler.opaque)
        result.describe(streams.exchanges.handler.remarks)
        result.describe(reader.handler.counts, reader.handler.log)
        result.describe(summary.problems)
        for problem in streams.problems where !summary.problems.contains(problem) {
            result.describe([problem])
        }
        result.describe(reader.counts)
        for passed in streams.passedLimits { result.describe(passed.limit, on: passed.connection) }
        if streams.exchanges.handler.lostOrder { result.describeLostOrder() }
        return result
    }

    private func inspectLog(
        _ source: inout ByteSource,
        format: CaptureFormat,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        let seat = HandlerBox(handler)
        let judge = ExchangeJudge(
            sink: seat,
            options: options,
            capture: index,
            keeper: try keeper(for: seat)
        )
        var reader = LoggedExchangeReader(handler: judge)
        try LogReader.read(
            &source,
            format: format,
            password: options.archivePassword,
            into: &reader
        )
        reader.handler.finish()
        handler = seat.handler
        var result = InspectedCapture(path: source.name, format: format.rawValue)
        result.exchanges = reader.handler.exchangeCount
        result.describe(reader.problems)
        result.describeUntold(reader.problemCount - reader.problems.count)
        return result
    }

    private func inspectRequest(
        _ source: inout ByteSource,
        index: Int,
        into handler: inout some InspectionHandler
    ) throws -> InspectedCapture {
        let seat = HandlerBox(handler)
        var reader = RawMessageReader(
            handler: ExchangeJudge(
                sink: seat,
                options: options,
                capture: index,
                keeper: try keeper(for: seat)
            )
        )
        while try source.next({ reader.push($0) }) != nil {}
        reader.finish()
        reader.handler.finish()
        handler = seat.handler
        guard reader.exchangeCount > 0 else {
            throw InputFailure(path: source.name, reason: "holds no HTTP request")
        }
        var result = InspectedCapture(path: source.name, format: CaptureFormat.http.rawValue)
        result.exchanges = reader.handler.exchangeCount
        return result
    }

    /// Who keeps the bytes of messages: the handler's keeper, or one of our own where they are read twice.
    private func keeper(for seat: some InspectionSink) throws -> ExchangeKeeper? {
        if let keeper = seat.keeper { return keeper }
        return options.redaction == nil ? nil : try ExchangeKeeper()
    }

    private func bodyInspection(
        _ contentType: String,
        for handler: some InspectionHandler
    ) throws(InputFailure) -> BodyInspection {
        do throws(ByteSource.Failure) {
            return try BodyInspection(
                contentType: contentType,
                options: options,
                wantsContent: handler.wantsContent(of: 1)
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

extension InputFailure {
    /// Takes an error of a room for the reason, its path taken off where it begins with it.
    init(path: String, describing error: any Error) {
        if let failure = error as? InputFailure {
            self = failure
            return
        }
        let text = "\(error)"
        let prefix = "\(path): "
        self.init(path: path, reason: text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
    }
}
