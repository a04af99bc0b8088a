import Bytes
import Exchanges
import NIOCore

/// What came of sending a request.
struct UploadOutcome {
    /// The status of the response; `nil` where there was none.
    var status: Int?
    /// Its reason phrase.
    var reason = ""
    /// Its field lines.
    var fields = FieldSection()
    /// The bytes of its content that were kept.
    var content: [UInt8] = []
    /// The number of bytes of its content.
    var contentLength = 0
    /// What is wrong with the end of the response, in words; `nil` where it is whole.
    var shortfall: String?
    /// The bytes of the request's content that were sent.
    var sentBytes = 0
    /// Whether all of it was.
    var isSent = false
    /// The bytes that the server sent.
    var receivedBytes = 0
    /// The time from the request's beginning to the head of the response; `nil` where there was none.
    var answerTime: TimeAmount?
    /// The time from the request's beginning to the end of the exchange; `nil` where it did not begin.
    var duration: TimeAmount?

    /// Why the attempt was ended before the server ended it; `nil` where it was not.
    var interruption: SendFailure?

    /// Whether more came than was kept.
    var isCut: Bool { content.count < contentLength }

    /// The text of the first field with a name; `nil` where there is none.
    func field(_ name: StaticString) -> String? {
        fields.value(named: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Takes the head of the response.
    mutating func take(_ head: MessageHead, after time: TimeAmount?) {
        let line = ResponseLine(head)
        status = line.status
        reason = line.reason
        fields = head.fields
        answerTime = time
    }

    /// Takes the response at its end.
    mutating func take(_ response: Message) {
        guard !response.head.isTooLong else {
            shortfall = "has a head that is longer than is read"
            return
        }
        let content = response.content
        // Trailers and extensions of chunks are as HTTP/1.1 has them.
        let isFaulty = content.faults.contains { $0.kind != .trailerSection && $0.kind != .chunkExtension }
        guard content.completion != .complete || isFaulty else { return }
        let count = Quantity.grouped(content.bodyLength)
        if content.completion == .complete || content.completion == .malformed {
            shortfall = "is not framed as HTTP/1.1 has it, after \(count) bytes of its content"
        } else if content.bodyLength == 0 {
            shortfall = "breaks off before its content"
        } else {
            let declared = response.head.declaredLength.map { " of \(Quantity.grouped($0))" } ?? ""
            shortfall = "breaks off after \(count)\(declared) bytes of its content"
        }
    }

    /// Takes the next bytes of its content, of which at most `limit` are kept.
    mutating func take(_ bytes: [UInt8], limit: Int) {
        contentLength += bytes.count
        content += bytes.prefix(max(limit - content.count, 0))
    }
}

/// Why an attempt was ended before the server ended it.
enum SendFailure: Error, Equatable, CustomStringConvertible {
    /// Nothing moved for too long, or the response did not end in time.
    case timedOut
    /// The server sent more than is taken.
    case tooLong(limit: Int)

    var description: String {
        switch self {
        case .timedOut: "nothing was sent or received for too long"
        case .tooLong(let limit): "more than \(Quantity.of(limit, "byte")) came"
        }
    }
}
