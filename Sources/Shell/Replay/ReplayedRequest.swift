import Bytes
import Exchanges
import Inspection
package import Pipeline
package import Repair

/// A captured request on its way to a server once more: its bytes as they were on the wire, or what repairs them.
package struct ReplayedRequest {
    /// Where the bytes after the head come from.
    private enum Rest {
        case captured(WrittenMessage.Rest)
        case repaired(FormRepair)
    }

    /// The head.
    package private(set) var head: ReplayedHead
    /// The length of the head as it was captured.
    package let capturedHeadLength: Int
    /// The number of bytes after the head, without the framing of chunks where that is written anew.
    package let restLength: Int
    /// What is not as it was captured, besides the changes of the head.
    package let remarks: [String]
    /// Whether the client sent no more after the request, though it was not complete.
    package let closes: Bool
    /// When the bytes were delivered; `nil` where that is not known.
    package let deliveries: MessageDeliveries?
    private let rest: Rest
    /// What was changed to write it as HTTP/1.1.
    private let writingChanges: [String]

    /// Takes the request of an exchange as it was captured.
    ///
    /// - Parameters:
    ///   - inspected: the exchange, whose messages were kept.
    ///   - name: its name for messages.
    /// - Throws: a ``CommandFailure`` where the capture does not hold all bytes of it.
    package init(capturedIn inspected: InspectedExchange, named name: String) throws {
        let exchange = inspected.exchange
        guard let message = exchange.request, let kept = inspected.kept?.value.request else {
            throw CommandFailure.refused("\(name): the capture does not have its request: nothing is sent")
        }
        guard !exchange.asksForTunnel else {
            throw CommandFailure.refused(
                "\(name): asks a proxy for a tunnel: nothing is sent; --proxy opens one for another request"
            )
        }
        guard exchange.method != "CONNECT" else {
            throw CommandFailure.refused("\(name): asks for another protocol over HTTP/2: nothing is sent")
        }
        let written = WrittenMessage(request: kept, message, of: inspected)
        if let lack = try Self.lack(of: written, message, isLogged: exchange.fidelity < .wire) {
            throw CommandFailure.refused("\(name): \(lack): nothing is sent")
        }
        var head: [UInt8] = []
        try written.forEachPieceOfHead { if case .bytes(let bytes) = $0 { head += bytes } }
        writingChanges = written.remarks
        var remarks = writingChanges
        if exchange.isDamaged {
            remarks.append("the log's copy of the request is damaged: any of its bytes may be wrong")
        }
        closes = message.content.completion == .closedEarly || message.content.completion == .reset
        if closes {
            remarks.append("the client broke the request off: after its last byte the stream is ended too")
        }
        self.head = ReplayedHead(head)
        capturedHeadLength = head.count
        restLength = written.contentLength
        self.remarks = remarks
        deliveries = kept.deliveries
        rest = .captured(written.rest)
    }

    /// Takes what repairs the form of a request.
    package init(_ repair: FormRepair) {
        head = ReplayedHead(repair.head)
        capturedHeadLength = repair.head.count
        restLength = repair.bodyLength
        remarks = []
        writingChanges = []
        closes = false
        deliveries = nil
        rest = .repaired(repair)
    }

    /// Writes it for a server that it reaches without a proxy, or in a tunnel.
    package mutating func leaveProxy() {
        head.setOrigin()
    }

    /// Directs it to a server.
    ///
    /// - Parameters:
    ///   - address: the server.
    ///   - captured: where it went; `nil` where that is not known.
    ///   - keepsCredentials: whether cookies and credentials go along to another server.
    package mutating func direct(
        to address: ReplayAddress,
        from captured: ReplayAddress?,
        keepsCredentials: Bool
    ) {
        if !(captured?.isSame(as: address) ?? false) {
            head.direct(to: address, keepsCredentials: keepsCredentials)
        }
        if let target = address.target { head.setPath(target) }
    }

    /// Writes it for a proxy that gets the request itself, and passes it on.
    package mutating func pass(
        through authorization: (name: String, value: String)?,
        to address: ReplayAddress
    ) {
        head.setAbsolute(to: address, authorization)
    }

    /// What is sent otherwise than it was captured, apart from what a repair changed.
    package var changes: [String] {
        writingChanges + head.changes + head.keptBack.map { "\($0) stays behind" }
    }

    /// Whether the same bytes are sent for another one.
    ///
    /// - Throws: where they cannot be read again.
    package func isAlike(_ other: ReplayedRequest) throws -> Bool {
        guard head.bytes == other.head.bytes, restLength == other.restLength, closes == other.closes else {
            return false
        }
        var (one, two) = (content, other.content)
        var (ours, theirs): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])
        while true {
            if ours.isEmpty { ours = try one.next(Self.comparedBytes)?[...] ?? [] }
            if theirs.isEmpty { theirs = try two.next(Self.comparedBytes)?[...] ?? [] }
            let count = min(ours.count, theirs.count)
            guard count > 0 else { return ours.isEmpty && theirs.isEmpty }
            guard ours.prefix(count) == theirs.prefix(count) else { return false }
            ours.removeFirst(count)
            theirs.removeFirst(count)
        }
    }

    /// How many bytes of two requests are compared at once.
    private static let comparedBytes = 64 << 10

    /// The bytes after the head.
    package var content: Content {
        switch rest {
        case .captured(let rest): Content(source: .captured(rest))
        case .repaired(let repair): Content(source: .repaired(repair, offset: 0))
        }
    }

    /// What the capture lacks of a request; `nil` where it has all bytes.
    private static func lack(
        of written: WrittenMessage,
        _ message: Message,
        isLogged: Bool
    ) throws -> String? {
        if message.head.hasGap { return "the capture lacks bytes of the request's head" }
        if message.head.isTooLong { return "the request's head is longer than is read" }
        if written.missingBytes > 0 {
            var offset = 0
            var first: (offset: Int, cause: GapCause)?
            func look(_ piece: SpooledBytes.Piece) {
                switch piece {
                case .bytes(let bytes): offset += bytes.count
                case .missing(let count, let cause):
                    first = first ?? (offset, cause)
                    offset += count
                }
            }
            try written.forEachPieceOfHead(look)
            try written.forEachPieceOfRest(look)
            let place = first.map { " from byte \(Quantity.grouped($0.offset)) of it on" } ?? ""
            let cause = isLogged ? "the log does not hold them" : first?.cause.inWords ?? ""
            let count = Quantity.of(written.missingBytes, "byte")
            return "the capture lacks \(count) of the request\(place) (\(cause))"
        }
        if written.breaksOff {
            return
                "the log holds \(Quantity.of(message.content.bodyLength, "byte")) of its body, and not the end of the form"
        }
        if message.content.completion == .captureEnded {
            let declared = message.head.declaredLength.map { " of \(Quantity.grouped($0))" } ?? ""
            return
                "the capture ends before the request does, after \(Quantity.grouped(message.content.bodyLength))"
                + "\(declared) bytes of its body"
        }
        return nil
    }
}

extension ReplayedRequest {
    /// The bytes after a head, piece by piece, as a socket takes them.
    package struct Content {
        fileprivate enum Source {
            case captured(WrittenMessage.Rest)
            case repaired(FormRepair, offset: Int)
        }

        fileprivate var source: Source

        /// Reads on.
        ///
        /// - Parameter count: how many bytes are wanted; at most twice as many are read, fewer at the end alone.
        /// - Returns: the next bytes; `nil` at the end.
        /// - Throws: where they cannot be read again.
        package mutating func next(_ count: Int) throws -> [UInt8]? {
            switch source {
            case .captured(var rest):
                var bytes: [UInt8] = []
                // All bytes are there: others are refused before the first one is sent.
                while bytes.count < count, case .bytes(let more) = try rest.next(atMost: count) {
                    bytes += more
                }
                source = .captured(rest)
                return bytes.isEmpty ? nil : bytes
            case .repaired(let repair, let offset):
                let end = min(offset + count, repair.bodyLength)
                guard end > offset else { return nil }
                source = .repaired(repair, offset: end)
                return try repair.bodyBytes(offset..<end)
            }
        }
    }
}
