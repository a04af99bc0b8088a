import Bytes
import Exchanges
import TestSupport

/// What happens on a connection, in order, as a test writes it down.
enum Step: Sendable {
    /// The client sends text.
    case client(String)
    /// The server sends text.
    case server(String)
    /// The client sends bytes.
    case clientBytes([UInt8])
    /// The server sends bytes.
    case serverBytes([UInt8])
    /// Bytes of the client are not in the capture.
    case clientGap(Int)
    /// Bytes of the server are not in the capture.
    case serverGap(Int)
    /// The client's stream ends.
    case clientEnds(StreamEnd)
    /// The server's stream ends.
    case serverEnds(StreamEnd)
}

/// How the bytes of each step are cut into deliveries.
enum Cut: Sendable {
    /// Not at all.
    case whole
    /// Into pieces of a size.
    case pieces(Int)
    /// Once, at an offset in the client's or the server's stream.
    case at(Int, Side)
}

/// Plays a script: each step is a frame, one second after the one before; the client is the initiator.
func play(
    _ script: [Step],
    cut: Cut = .whole,
    handshake: Bool = true,
    limits: ExchangeLimits = ExchangeLimits(),
    memory: MemoryBudget = MemoryBudget(),
    responseContents: ResponseContents = .all
) -> Recorder {
    var recorder = Recorder()
    var reader = ConnectionExchanges(
        ConnectionSummary(
            number: 1,
            initiator: Endpoint(addressLow: 0x0A00_0001, port: 50_000),
            responder: Endpoint(addressLow: 0x0A00_0002, port: 8_080),
            sawHandshake: handshake
        ),
        limits: limits,
        numbers: ExchangeNumbers(),
        memory: memory,
        responseContents: responseContents
    )
    var offsets = [0, 0]
    for (index, step) in script.enumerated() {
        let frame = index + 1
        let time = Timestamp(nanoseconds: Int64(frame) * 1_000_000_000)
        func send(_ bytes: [UInt8], _ side: Side) {
            let base = offsets[Int(side.rawValue)]
            for piece in bytes.cut(cut, side, base: base) {
                let slice = bytes[piece]
                let origin = ByteOrigin(offset: base + piece.lowerBound, frame: frame, time: time)
                reader.received(slice.span.bytes, from: side, origin, &recorder)
            }
            offsets[Int(side.rawValue)] += bytes.count
        }
        func miss(_ length: Int, _ side: Side) {
            let offset = offsets[Int(side.rawValue)]
            let origin = ByteOrigin(offset: offset, frame: frame)
            reader.missed(length, from: side, cause: .notCaptured, origin, &recorder)
            offsets[Int(side.rawValue)] += length
        }
        func finish(_ end: StreamEnd, _ side: Side) {
            let origin = ByteOrigin(offset: offsets[Int(side.rawValue)], frame: frame, time: time)
            reader.ended(end, from: side, origin, &recorder)
        }
        switch step {
        case .client(let text): send(Array(text.utf8), .initiator)
        case .clientBytes(let bytes): send(bytes, .initiator)
        case .server(let text): send(Array(text.utf8), .responder)
        case .serverBytes(let bytes): send(bytes, .responder)
        case .clientGap(let length): miss(length, .initiator)
        case .serverGap(let length): miss(length, .responder)
        case .clientEnds(let end): finish(end, .initiator)
        case .serverEnds(let end): finish(end, .responder)
        }
    }
    reader.closed(&recorder)
    return recorder
}

extension [UInt8] {
    /// The ranges into which a cut divides the bytes that stand at `base` in the stream of `side`.
    fileprivate func cut(_ cut: Cut, _ side: Side, base: Int) -> [Range<Int>] {
        switch cut {
        case .whole: return [0..<count]
        case .pieces(let size):
            return stride(from: 0, to: count, by: size).map { $0..<Swift.min($0 + size, count) }
        case .at(let offset, let cutSide):
            guard cutSide == side, offset > base, offset < base + count else { return [0..<count] }
            return [0..<(offset - base), (offset - base)..<count]
        }
    }
}

extension [Step] {
    /// How many bytes a side sends, gaps included.
    func length(from side: Side) -> Int {
        reduce(0) { sum, step in
            switch (step, side) {
            case (.client(let text), .initiator), (.server(let text), .responder): sum + text.utf8.count
            case (.clientBytes(let bytes), .initiator), (.serverBytes(let bytes), .responder):
                sum + bytes.count
            case (.clientGap(let length), .initiator), (.serverGap(let length), .responder): sum + length
            default: sum
            }
        }
    }

    /// The script up to the first `count` bytes of the client, without what comes after.
    func cutOff(afterClientBytes count: Int) -> [Step] {
        var rest = count
        var result: [Step] = []
        for step in self {
            let bytes: [UInt8]
            switch step {
            case .client(let text): bytes = [UInt8](text.utf8)
            case .clientBytes(let raw): bytes = raw
            default:
                result.append(step)
                continue
            }
            if bytes.count > rest {
                result.append(.clientBytes([UInt8](bytes[..<rest])))
                return result
            }
            rest -= bytes.count
            result.append(step)
        }
        return result
    }
}
