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
    }

    private let store: ByteStore
    private var cursor: StoreCursor
    private var exchanges: [TracedExchange] = []
    private var transfers: [String: Transfer] = [:]

    /// Makes a reader.
    init(_ store: ByteStore) {
        self.store = store
        cursor = StoreCursor(store)
    }

    /// Reads the trace and reports its exchanges in the order in which they began.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        while cursor.remaining > 0 {
            let start = cursor.position
            guard let line = TraceLine(cursor.line(upTo: store.count)) else { continue }
            var transfer = transfers[line.transfer] ?? Transfer()
            switch line.kind {
            case .info(let text): Self.note(text, in: &transfer)
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
            case .head(let isRequest, let text):
                if isRequest,
                    text.hasSuffix(" HTTP/1.1") || text.hasSuffix(" HTTP/2") || text.hasSuffix(" HTTP/1.0")
                        || text.hasSuffix(" HTTP/3")
                {
                    try begin(line, &transfer)
                }
                guard let open = transfer.open else { break }
                if isRequest {
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
                } else {
                    exchanges[open].omittedResponse &+= length
                }
            }
            transfers[line.transfer] = transfer
        }
        guard !exchanges.isEmpty else {
            throw CaptureProblem(.notUnderstood, "is a curl trace in which no request was sent", at: nil)
        }
        for exchange in exchanges {
            do throws(CaptureProblem) {
                try exchange.report(in: store, &handler)
            } catch {
                handler.problem(error)
            }
        }
    }

    private mutating func take(
        _ block: TraceBlock,
        _ line: TraceLine,
        _ transfer: inout Transfer
    ) throws(CaptureProblem) {
        switch block.kind {
        case .secured: return
        case .sentHead:
            try begin(line, &transfer)
            if let open = transfer.open { exchanges[open].request.append(block) }
        case .sentData:
            guard let open = transfer.open else { return }
            exchanges[open].request.append(block)
            exchanges[open].sent.last = line.time
        case .receivedHead, .receivedData:
            guard let open = transfer.open else { return }
            exchanges[open].response.append(block)
            if exchanges[open].received.first == nil { exchanges[open].received.first = line.time }
            exchanges[open].received.last = line.time
        }
    }

    private mutating func begin(_ line: TraceLine, _ transfer: inout Transfer) throws(CaptureProblem) {
        guard exchanges.count < Self.exchangeLimit else {
            throw CaptureProblem(
                .limit,
                "the trace has more than \(Self.exchangeLimit) exchanges",
                at: cursor.position
            )
        }
        transfer.open = exchanges.count
        var exchange = TracedExchange()
        exchange.sent = (line.time, line.time)
        exchange.server = transfer.server
        exchange.tlsVersion = transfer.tlsVersion
        exchanges.append(exchange)
    }

    /// The block after its announcement: the lines of data that follow.
    private mutating func block(_ kind: TraceBlock.Kind, length: Int) -> (block: TraceBlock, isCutOff: Bool) {
        let start = cursor.position
        var isHexadecimal = true
        var isFirst = true
        var end = start
        while cursor.remaining > 0, length > 0 {
            let line = cursor.line(upTo: store.count)
            guard let colon = line.prefix(17).firstIndex(of: UInt8(ascii: ":")), colon >= 4,
                line[..<colon].allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }),
                line.count == colon + 1 || line[colon + 1] == 0x20
            else {
                cursor.seek(to: end)
                break
            }
            if isFirst { isHexadecimal = TraceBlock.isHexadecimal(line) }
            isFirst = false
            end = cursor.position
        }
        let block = TraceBlock(kind: kind, length: length, lines: start..<end, isHexadecimal: isHexadecimal)
        // A line of hexadecimal digits has sixteen bytes.
        let lines = (end - start) / 70 + 1
        return (block, cursor.remaining == 0 && isHexadecimal && lines * 16 < length)
    }

    /// Records a message of curl's about the connection.
    private static func note(_ text: String, in transfer: inout Transfer) {
        let words = text.split(separator: " ").map(String.init)
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
