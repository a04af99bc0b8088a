import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline

/// What must hold however bytes arrive.
enum StreamProperties {
    /// The first byte of an input says into which pieces the rest is cut.
    private static func pieces(of input: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        guard let first = input.first else { return [] }
        var rest = input.dropFirst()
        var size = Int(first % 64) + 1
        var pieces: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            pieces.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            size = (size &* 5 &+ 3) % 97 + 1
        }
        return pieces
    }

    /// Reads a body in pieces, and whole.
    static func checkForm(_ input: [UInt8]) {
        let body = Array(input.dropFirst())
        let whole = form([body[...]])
        CaptureProperties.check(whole)
        require(whole == form(pieces(of: input[...])), "the form depends on the pieces")
    }

    private static func form(_ pieces: [ArraySlice<UInt8>]) -> Form {
        var reader = FormReader(declared: [[0x42]])
        for piece in pieces { reader.push(Array(piece).span.bytes) }
        return reader.finish()
    }

    /// Reads the streams of a connection in pieces, and whole; a 0xFF byte passes the turn to the other side.
    static func checkConnection(_ input: [UInt8]) {
        let turns = input.dropFirst().split(separator: 0xFF, omittingEmptySubsequences: false).map {
            Array($0)
        }
        let whole = exchanges(turns.map { [$0[...]] })
        let cut = exchanges(turns.map { pieces(of: ([input.first ?? 0] + $0)[...]) })
        require(whole == cut, "the exchanges depend on the pieces: \(whole) \(cut)")
    }

    private static func exchanges(_ turns: [[ArraySlice<UInt8>]]) -> [String] {
        var seen = Seen()
        let summary = ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true)
        var connection = ConnectionExchanges(summary, numbers: ExchangeNumbers())
        var offsets = [0, 0]
        for (index, turn) in turns.enumerated() {
            for piece in turn {
                let origin = ByteOrigin(offset: offsets[index % 2])
                connection.received(
                    Array(piece).span.bytes,
                    from: index % 2 == 0 ? .initiator : .responder,
                    origin,
                    &seen
                )
                offsets[index % 2] += piece.count
            }
        }
        for (index, side) in [Side.initiator, .responder].enumerated() {
            connection.ended(.finished, from: side, ByteOrigin(offset: offsets[index]), &seen)
        }
        connection.closed(&seen)
        return seen.exchanges
    }

    private struct Seen: ExchangeEventHandler {
        var exchanges: [String] = []

        mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {}

        mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole) {}

        mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole) {}

        mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID) {
            exchanges.append(Self.description(of: exchange))
        }

        mutating func handle(_ event: consuming ExchangeEvent) {}

        private static func description(of exchange: borrowing Exchange) -> String {
            let request = exchange.request?.content
            let lengths = [request?.bodyLength ?? -1, request?.excessLength ?? -1, exchange.status ?? 0]
            let ending = request.map { "\($0.completion)" } ?? ""
            return "\(exchange.method) \(exchange.target) \(lengths) \(ending)"
        }
    }

    /// Reads the value of a field.
    static func checkParameters(_ input: [UInt8]) {
        let line = Array("Content-Type: ".utf8) + input + [0x0D, 0x0A]
        let fields = FieldSection(parsing: line, base: 0)
        if let type = MediaType(fields) { _ = type.declaredBoundaries }
    }

    /// Takes off a content coding, the first byte says which.
    static func checkCoding(_ input: [UInt8]) {
        let codings = ["gzip", "deflate", "br", "zstd", "gzip, br", "zstd, gzip, deflate"]
        let coding = codings[Int(input.first ?? 0) % codings.count]
        let fields = FieldSection(parsing: Array("Content-Encoding: \(coding)\r\n".utf8), base: 0)
        guard let decoder = ContentDecoder(fields) else { return }
        var length = 0
        for piece in pieces(of: input.dropFirst()) {
            decoder.push(Array(piece).span.bytes) { length += $0.byteCount }
        }
        decoder.finish()
        require(length <= 2_000 * (input.count + 1_000_000), "more than a coding may expand")
    }
}
