import Bytes

/// Reads the output of curl's `--trace`, `--trace-ascii` and `-v`, with or without times and ids, with any
/// number of sequential or concurrent transfers.
struct TraceReader {
    /// The greatest number of exchanges that are kept; each costs some hundred bytes.
    private static let exchangeLimit = 200_000

    private struct Transfer {
        var open: Int?
        var server: LoggedAddress?
        var tlsVersion: String?
        /// Whether curl said that it is done with the connection.
        var isOver = false
        /// Whether curl said that it has sent the whole request.
        var isUploaded = false
        /// The first exchange after which a request begins though it has no response, and where that request begins.
        var unanswered: (exchange: Int, place: Int)?
        /// Whether its responses cannot be told apart.
        var hasMixedResponses = false
    }

    private let store: ByteStore
    private var cursor: StoreCursor
    private var exchanges: [TracedExchange] = []
    private var transfers: [String: Transfer] = [:]
    /// What stands before the first line of the trace, as in one that is quoted.
    private var indentation: [UInt8]?
    /// Whether there are data without the line that says what they are.
    private var hasLooseData = false
    /// Whether bytes were in hexadecimal so far: all of a trace are, or none.
    private var hasHexadecimal = false
    /// Whether there is a request's content without its head.
    private var hasLooseContent = false
    /// Where a request begins before the one before it is complete, so that lines of two transfers are mixed.
    private var mixtureStart: Int?
    /// Where a request begins whose response cannot be told from that of the one before it.
    private var responseMixtureStart: Int?

    /// Makes a reader.
    init(_ store: ByteStore) {
        self.store = store
        cursor = StoreCursor(store)
    }

    /// Reads the trace and reports its exchanges in the order in which they began.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        while cursor.remaining > 0, mixtureStart == nil {
            let start = cursor.position
            let text = nextLine()
            guard let line = TraceLine(text) else {
                hasLooseData = hasLooseData || exchanges.isEmpty && TraceBlock.isData(text)
                continue
            }
            var transfer = transfers[line.transfer] ?? Transfer()
            switch line.kind {
            case .info(let text): note(text, in: &transfer)
            case .block(let kind, let length):
                let block = block(kind, length: length)
                if block.isCutOff {
                    handler.problem(
                        CaptureProblem(
                            .truncatedFile,
                            "the trace ends inside a block of \(length) bytes",
                            at: start
                        )
                    )
                }
                try take(block.block, line, &transfer)
                if block.isCutOff, let open = transfer.open { exchanges[open].isCutOff = true }
            case .head(let isRequest, let text):
                if isRequest,
                    text.hasSuffix(" HTTP/1.1") || text.hasSuffix(" HTTP/2") || text.hasSuffix(" HTTP/1.0")
                        || text.hasSuffix(" HTTP/3")
                {
                    guard !isMixed(line, transfer, at: start) else { break }
                    try begin(line, &transfer, at: start)
                }
                if !isRequest { noteStatus(text, of: &transfer) }
                guard let open = transfer.open, isRequest || !transfer.hasMixedResponses else { break }
                if isRequest {
                    // A line that the end of the trace cuts is not what was sent.
                    if cursor.remaining == 0, store.bytes((store.count - 1)..<store.count) != [0x0A] { break }
                    exchanges[open].requestLines.append(text)
                } else {
                    // A final response discards the lines of an informational one.
                    if text.hasPrefix("HTTP/") { exchanges[open].responseLines = [] }
                    exchanges[open].responseLines.append(text)
                }
            case .omitted(let isRequest, let length):
                guard let open = transfer.open, !exchanges[open].requestLines.isEmpty else { break }
                if isRequest {
                    exchanges[open].omitted &+= length
                } else if !transfer.hasMixedResponses {
                    exchanges[open].omittedResponse &+= length
                }
            }
            transfers[line.transfer] = transfer
        }
        if let mixtureStart {
            handler.problem(CaptureProblem(.mixedTransfers, Self.mixture, at: mixtureStart))
        } else if exchanges.isEmpty {
            throw CaptureProblem(.notUnderstood, lack, at: nil)
        }
        if let responseMixtureStart {
            handler.problem(CaptureProblem(.notUnderstood, Self.responseMixture, at: responseMixtureStart))
        }
        for transfer in transfers.values where !transfer.isOver {
            if let open = transfer.open { exchanges[open].isCutOff = true }
        }
        for exchange in exchanges where !exchange.isMixed {
            do throws(CaptureProblem) {
                try exchange.report(in: store, &handler)
            } catch {
                handler.problem(error)
            }
        }
    }

    private static let mixture =
        "transfers that ran at the same time are mixed from here on, and nothing tells them apart: \(separation)"

    private static let responseMixture =
        "responses to requests that were sent at the same time are mixed from here on, and left out: \(separation)"

    private static let separation = "record them with --trace-ids, or each in a trace of its own"

    /// What a trace without a request is.
    private var lack: String {
        if hasLooseData {
            return
                "is an excerpt of a curl trace: the line before the bytes that says what they are, such as "
                + "`=> Send header`, is missing; the whole file that `curl --trace FILE` writes can be read"
        }
        return hasLooseContent
            ? "is an excerpt of a curl trace: it has content of a request, and not its head (`=> Send header`); the "
                + "whole file that `curl --trace FILE` writes can be read"
            : "is a curl trace in which no request was sent"
    }

    /// The next line, without the indentation of the first one that is not empty.
    private mutating func nextLine() -> [UInt8] {
        let line = cursor.line(upTo: store.count)
        if indentation == nil, !line.allSatisfy(\.isBlank) {
            indentation = Array(line.prefix(while: \.isBlank))
        }
        guard let indentation, !indentation.isEmpty, line.starts(with: indentation) else { return line }
        return Array(line.dropFirst(indentation.count))
    }

    private mutating func take(
        _ block: TraceBlock,
        _ line: TraceLine,
        _ transfer: inout Transfer
    ) throws(CaptureProblem) {
        switch block.kind {
        case .secured: return
        case .sentHead:
            guard !isMixed(line, transfer, at: block.lines.lowerBound) else { return }
            try begin(line, &transfer, at: block.lines.lowerBound)
            if let open = transfer.open { exchanges[open].request.append(block) }
        case .sentData:
            guard let open = transfer.open else {
                hasLooseContent = true
                return
            }
            exchanges[open].request.append(block)
            exchanges[open].sent.last = line.time
        case .receivedHead, .receivedData:
            if block.kind == .receivedHead {
                noteStatus(String(decoding: block.bytes(in: store), as: UTF8.self), of: &transfer)
            }
            guard let open = transfer.open, !transfer.hasMixedResponses else { return }
            exchanges[open].response.append(block)
            if exchanges[open].received.first == nil { exchanges[open].received.first = line.time }
            exchanges[open].received.last = line.time
        }
    }

    /// Whether the request that begins now has no id, and the one before it is not complete: neither of the two can be told
    /// from the other.
    private mutating func isMixed(_ line: TraceLine, _ transfer: Transfer, at place: Int) -> Bool {
        guard line.transfer.isEmpty, let open = transfer.open, !transfer.isOver, !exchanges[open].isCutOff,
            exchanges[open].isUnfinished(in: store)
        else { return false }
        exchanges[open].isMixed = true
        mixtureStart = place
        return true
    }

    /// Looks at a line of the head of a response.
    ///
    /// Where requests without ids were sent before the one before them was answered, and there is a final response more
    /// than the last one can have, they ran at the same time: any response may be that of another request.
    private mutating func noteStatus(_ line: String, of transfer: inout Transfer) {
        guard line.hasPrefix("HTTP/"), let open = transfer.open,
            let status = line.split(separator: " ").dropFirst().first, !status.hasPrefix("1")
        else { return }
        if exchanges[open].isAnswered, !transfer.hasMixedResponses, let first = transfer.unanswered {
            transfer.hasMixedResponses = true
            responseMixtureStart = first.place
            for index in first.exchange..<exchanges.count where exchanges[index].transfer.isEmpty {
                exchanges[index].forgetResponse()
            }
        }
        exchanges[open].isAnswered = true
    }

    private mutating func begin(
        _ line: TraceLine,
        _ transfer: inout Transfer,
        at place: Int
    ) throws(CaptureProblem) {
        guard exchanges.count < Self.exchangeLimit else {
            throw CaptureProblem(
                .limit,
                "the trace has more than \(Self.exchangeLimit) exchanges",
                at: cursor.position
            )
        }
        if line.transfer.isEmpty, let open = transfer.open, !transfer.isOver, !exchanges[open].isCutOff,
            !exchanges[open].isAnswered, transfer.unanswered == nil
        {
            transfer.unanswered = (open, place)
        }
        transfer.open = exchanges.count
        transfer.isOver = false
        transfer.isUploaded = false
        var exchange = TracedExchange()
        exchange.sent = (line.time, line.time)
        exchange.transfer = line.transfer
        exchange.server = transfer.hasMixedResponses ? nil : transfer.server
        exchange.tlsVersion = transfer.tlsVersion
        exchanges.append(exchange)
    }

    /// The block after its announcement: the lines of data that follow.
    private mutating func block(_ kind: TraceBlock.Kind, length: Int) -> (block: TraceBlock, isCutOff: Bool) {
        let start = cursor.position
        var isHexadecimal = true
        var isFirst = true
        var end = start
        var held = 0
        while cursor.remaining > 0, length > 0 {
            let line = nextLine()
            guard TraceBlock.isData(line) else {
                cursor.seek(to: end)
                break
            }
            // Of a line that the end of the trace cuts, too little may be left to tell.
            if isFirst { isHexadecimal = TraceBlock.isHexadecimal(line) || hasHexadecimal }
            isFirst = false
            if isHexadecimal { held += TraceBlock.byteCount(ofHexadecimal: line) }
            end = cursor.position
        }
        hasHexadecimal = hasHexadecimal || isHexadecimal && !isFirst
        let block = TraceBlock(kind: kind, length: length, lines: start..<end, isHexadecimal: isHexadecimal)
        return (block, isHexadecimal && held < length)
    }

    /// What is in messages about a connection that failed.
    private static let failures = [
        "send failure:", "recv failure:", "reset by peer", "broken pipe", "timed out", "connection died",
        "ssl_write",
        "ssl_read",
    ]

    /// Records a message of curl's about the connection.
    private mutating func note(_ text: String, in transfer: inout Transfer) {
        let words = text.split(separator: " ").map(String.init)
        let lowercased = text.lowercased()
        if lowercased.contains("completely uploaded") || lowercased.contains("completely sent off") {
            transfer.isUploaded = true
        }
        if let open = transfer.open, !transfer.isUploaded, Self.failures.contains(where: lowercased.contains)
        {
            // Not the client ended the request.
            exchanges[open].isCutOff = true
        }
        if lowercased.contains("left intact") || lowercased.begins(with: "closing connection")
            || lowercased.begins(with: "shutting down connection")
        {
            transfer.isOver = true
        }
        if text.hasPrefix("Connected to ") || text.hasPrefix("Established "),
            let port = words.firstIndex(of: "port"), words.indices.contains(port + 1)
        {
            let host = words[..<port].last { $0.hasPrefix("(") }
            transfer.server = LoggedAddress(
                host: String((host ?? words[2]).drop { $0 == "(" }.prefix { $0 != ")" }),
                port: Int(words[port + 1])
            )
            transfer.tlsVersion = nil
        } else if text.hasPrefix("SSL connection using "), words.count > 3 {
            transfer.tlsVersion = words[3]
        }
    }
}
