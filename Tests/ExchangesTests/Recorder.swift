import Bytes
import Connections
import Exchanges

/// Keeps everything that a reader tells.
struct Recorder: ExchangeHandler {
    /// An exchange with the content that was passed on before it was completed.
    struct Record {
        /// The number.
        var number: Int
        /// The exchange as it was completed; `nil` before.
        var exchange: Exchange?
        /// The request's content, gaps left out.
        var requestContent: [UInt8] = []
        /// The response's content, gaps left out.
        var responseContent: [UInt8] = []
        /// The gaps in the request's content: where in it, and how long.
        var requestGaps: [[Int]] = []
        /// What was told, in order, repeats left out.
        var calls: [String] = []

        /// The request's content as text.
        var text: String { String(decoding: requestContent, as: UTF8.self) }
        /// The response's content as text.
        var responseText: String { String(decoding: responseContent, as: UTF8.self) }
    }

    /// What the handler wants.
    var interest = ContentInterest.wanted
    /// The exchanges by number, from 1.
    var records: [Record] = []
    /// Why connections are not read.
    var opaque: [OpaqueReason] = []
    /// What was remarked on connections.
    var remarks: [ConnectionDiagnostic] = []
    /// How many bytes belonged to no message, by side.
    var skipped: [String: Int] = [:]

    private mutating func record(_ exchange: Int, _ call: String) {
        while records.count < exchange { records.append(Record(number: records.count + 1)) }
        if records[exchange - 1].calls.last != call { records[exchange - 1].calls.append(call) }
    }

    mutating func requestHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        record(exchange, "request")
        return interest
    }

    mutating func requestContent(_ exchange: Int, _ bytes: RawSpan) {
        record(exchange, "content")
        bytes.withUnsafeBytes { records[exchange - 1].requestContent.append(contentsOf: $0) }
    }

    mutating func requestGap(_ exchange: Int, length: Int, cause: GapCause) {
        record(exchange, "gap")
        records[exchange - 1].requestGaps.append([records[exchange - 1].requestContent.count, length])
    }

    mutating func responseHead(_ exchange: Int, _ state: borrowing Exchange) -> ContentInterest {
        record(exchange, "response")
        return interest
    }

    mutating func responseContent(_ exchange: Int, _ bytes: RawSpan) {
        record(exchange, "response content")
        bytes.withUnsafeBytes { records[exchange - 1].responseContent.append(contentsOf: $0) }
    }

    mutating func responseGap(_ exchange: Int, length: Int, cause: GapCause) {
        record(exchange, "response gap")
    }

    mutating func completed(_ exchange: Int, _ result: consuming Exchange) {
        record(exchange, "completed")
        records[exchange - 1].exchange = result
    }

    mutating func opaque(connection: Int, reason: OpaqueReason, frame: Int) {
        opaque.append(reason)
    }

    mutating func remark(_ remark: ConnectionDiagnostic, connection: Int, frame: Int) {
        remarks.append(remark)
    }

    mutating func skipped(connection: Int, from side: Side, at offset: Int, length: Int, frame: Int) {
        skipped["\(side)", default: 0] += length
    }
}

extension Recorder {
    /// The first exchange's request.
    var request: Message? { records.first?.exchange?.request }

    /// Everything that was told, in words, the cuts of the content left out.
    var account: String {
        var lines = records.map { record in
            let exchange = record.exchange
            return """
                \(record.number) \(record.calls) \(exchange?.method ?? "-") \(exchange?.target ?? "-")
                  \(exchange?.status ?? 0) \(exchange?.reason ?? "-") \(exchange?.informational ?? [])
                  \(exchange.map { "\($0.outcome) \($0.becameTunnel) \($0.applicationProtocol)" } ?? "-")
                  > \(exchange?.request?.account ?? "-") \(record.requestContent) \(record.requestGaps)
                  < \(exchange?.response?.account ?? "-") \(record.responseContent)
                """
        }
        lines.append("\(opaque) \(remarks) \(skipped.sorted { $0.key < $1.key })")
        return lines.joined(separator: "\n")
    }
}

/// What a map says of an offset, 0 for nothing.
private func numbers(_ map: RunMap) -> (Int) -> Int {
    { map[$0] ?? 0 }
}

extension Message {
    /// Everything that the message says, in words.
    fileprivate var account: String {
        let end = contentStart + wireLength + excessLength
        let frameList = (startLineOffset - 1...end + 1).map { frame(ofStream: $0) ?? 0 }
        let places = (0...bodyLength + 1).map { streamOffset(ofBody: $0) }
        return """
            \(startLine) \(startLineOffset) \(startLineEnding) \(fields) \(trailers) \(version) \(framing) \
            \(declaredLength ?? -1) \(contentStart) \(bodyLength) \(wireLength) \(missingBytes) \(completion) \
            \(headHasGap) \(faults) \(excess) \(excessLength) \(firstFrame ?? 0) \(lastFrame ?? 0) \
            \(startedAt?.nanoseconds ?? 0) \(endedAt?.nanoseconds ?? 0) \(frameList) \(places) \
            \(http2.map { "\($0.stream) \((0..<bodyLength).map(numbers($0.dataFrames))) \($0.unknownFields)" } ?? "")
            """
    }
}
