import Bytes
package import Exchanges
package import Pipeline
import Repair

/// A message in HTTP/1 format: as on the wire, or with a rebuilt head.
package struct WrittenMessage {
    private let head: SpooledBytes
    private let headLength: Int
    /// The number of bytes after the head that the capture has, those that it lacks included.
    package var contentLength: Int { contentRange.count }
    private let content: SpooledBytes
    private let contentRange: Range<Int>
    private let isChunked: Bool
    /// Whether the chunks have an end, which is not known of a request at whose end the capture lacks bytes.
    private var endsChunks = true
    /// Whether it is a request of which the source may lack the end, for a length that is not known.
    package private(set) var breaksOff = false
    /// What was changed for it.
    package let remarks: [String]
    /// The number of its bytes that the capture lacks.
    package let missingBytes: Int

    /// Makes the request of an exchange.
    package init(request: KeptMessage, _ message: Message, of inspected: InspectedExchange) {
        if let wire = request.wire {
            self.init(wire, message)
            return
        }
        var (content, message) = (request.content, message)
        content.addMissing(inspected.lackingEnd, .notCaptured)
        // Its framing must show that it goes on.
        if inspected.breaksOff {
            var draft = MessageDraft(message)
            draft.content.completion = .captureEnded
            message = Message(draft)
        }
        let head = RebuiltHead(request: message, of: inspected.exchange, length: content.count)
        self.init(head, content, message, remark: inspected.lacksEnd ? Self.lackingEnd : nil)
        endsChunks = message.content.completion != .captureEnded
        breaksOff = inspected.breaksOff
    }

    private static let lackingEnd =
        "the end of the body is left out, which is not in the source"

    /// Makes the response of an exchange.
    init(response: KeptMessage, _ message: Message, of exchange: Exchange) {
        if let wire = response.wire {
            self.init(wire, message)
            return
        }
        guard message.head.framing == .none, response.content.count > 0 else {
            let head = RebuiltHead(response: message, of: exchange, length: response.content.count)
            self.init(head, response.content, message)
            return
        }
        // Browsers log the cached content for 304 (Not Modified).
        let head = RebuiltHead(response: message, of: exchange, length: 0)
        let status = exchange.status ?? 0
        self.init(
            head,
            SpooledBytes([]),
            message,
            remark: "the content is left out, which one with the status \(status) does not have"
        )
    }

    private init(_ wire: SpooledBytes, _ message: Message) {
        head = wire
        headLength = min(message.head.contentStart - message.head.startLineOffset, wire.count)
        content = wire
        contentRange = headLength..<wire.count
        isChunked = false
        remarks = []
        missingBytes = wire.missingBytes
    }

    private init(_ head: RebuiltHead, _ content: SpooledBytes, _ message: Message, remark: String? = nil) {
        self.head = SpooledBytes(head.bytes)
        headLength = head.bytes.count
        var content = content
        var remarks = head.remarks
        if let remark { remarks.append(remark) }
        if !head.isChunked, !message.content.excess.isEmpty {
            content.add(message.content.excess)
            if message.content.excessLength > message.content.excess.count {
                remarks.append(
                    "of the bytes after the body, the first \(message.content.excess.count) alone are kept"
                )
            }
        }
        if message.content.trailers.lineCount > 0 { remarks.append("the trailer fields are left out") }
        self.content = content
        contentRange = 0..<content.count
        isChunked = head.isChunked && content.count > 0
        self.remarks = remarks
        missingBytes = content.missingBytes
    }

    /// Passes the head to `body`.
    package func forEachPieceOfHead(_ body: (SpooledBytes.Piece) throws -> Void) throws {
        try head.forEachPiece(in: 0..<headLength, body)
    }

    /// Passes the bytes after the head to `body`, in chunks where it was sent so (RFC 9112 §7.1).
    func forEachPieceOfRest(_ body: (SpooledBytes.Piece) throws -> Void) throws {
        var rest = rest
        while let piece = try rest.next() { try body(piece) }
    }

    /// The bytes after the head.
    package var rest: Rest {
        Rest(
            content: SpooledBytes.Cursor(content, in: contentRange),
            isChunked: isChunked,
            endsChunks: endsChunks
        )
    }

    /// Passes all bytes to `body`.
    func forEachPiece(_ body: (SpooledBytes.Piece) throws -> Void) throws {
        try forEachPieceOfHead(body)
        try forEachPieceOfRest(body)
    }
}

extension WrittenMessage {
    /// The bytes after a head, piece by piece, in chunks where they were sent so (RFC 9112 §7.1).
    package struct Rest {
        fileprivate var content: SpooledBytes.Cursor
        fileprivate var isChunked: Bool
        private let endsChunks: Bool
        /// What stands around the piece that was read last.
        private var waiting: [SpooledBytes.Piece] = []

        fileprivate init(content: SpooledBytes.Cursor, isChunked: Bool, endsChunks: Bool) {
            self.content = content
            self.isChunked = isChunked
            self.endsChunks = endsChunks
        }

        /// Reads on.
        ///
        /// - Parameter limit: the greatest number of bytes of content in a piece.
        /// - Returns: the next piece; `nil` at the end.
        /// - Throws: a failure to read what was put by.
        package mutating func next(atMost limit: Int = .max) throws -> SpooledBytes.Piece? {
            if let piece = waiting.popLast() { return piece }
            let piece = try content.next(atMost: limit)
            guard isChunked else { return piece }
            guard let piece else {
                isChunked = false
                guard endsChunks else { return nil }
                return .bytes(Array("0\r\n\r\n".utf8))
            }
            let count =
                switch piece {
                case .bytes(let bytes): bytes.count
                case .missing(let length, _): length
                }
            waiting = [.bytes([0x0D, 0x0A]), piece]
            return .bytes(Array("\(String(count, radix: 16))\r\n".utf8))
        }
    }
}

extension InspectedExchange {
    /// Whether its source may lack the end of the request's body, for a length that is not known.
    var breaksOff: Bool { lacksEnd && lackingEnd == 0 }
}
