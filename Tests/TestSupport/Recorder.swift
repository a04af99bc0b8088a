import Bytes
package import Exchanges

/// Keeps all events.
package struct Recorder: ExchangeEventHandler {
    /// An exchange with the content that was passed on before it was completed.
    package struct Record {
        /// The number.
        package var number: Int
        /// The exchange as it was completed; `nil` before.
        package var exchange: Exchange?
        /// The exchange when its request had ended; `nil` before.
        package var ended: Exchange?
        /// The request's content, gaps left out.
        package var requestContent: [UInt8] = []
        /// The response's content, gaps left out.
        package var responseContent: [UInt8] = []
        /// The gaps in the request's content: where in it, and how long.
        package var requestGaps: [[Int]] = []
        /// What was told, in order, repeats left out.
        package var calls: [String] = []

        /// The request's content as text.
        package var text: String { String(decoding: requestContent, as: UTF8.self) }
        /// The response's content as text.
        package var responseText: String { String(decoding: responseContent, as: UTF8.self) }
    }

    /// The exchanges by number, from 1.
    package var records: [Record] = []
    /// Why connections are not read.
    package var opaque: [OpaqueReason] = []
    /// What was noticed of connections.
    package var diagnostics: [ConnectionDiagnostic] = []
    /// How many bytes belonged to no message, by side.
    package var skipped: [String: Int] = [:]

    /// Has kept no event yet.
    package init() {}

    private mutating func record(_ exchange: Int, _ call: String) {
        while records.count < exchange { records.append(Record(number: records.count + 1)) }
        if records[exchange - 1].calls.last != call { records[exchange - 1].calls.append(call) }
    }

    /// Keeps that the next head came.
    package mutating func head(_ head: borrowing MessageHead, of id: ExchangeID, _ role: MessageRole) {
        record(id.number, role == .request ? "request" : "response")
    }

    /// Keeps the next content.
    package mutating func content(_ bytes: RawSpan, of id: ExchangeID, _ role: MessageRole) {
        switch role {
        case .request:
            record(id.number, "content")
            bytes.withUnsafeBytes { records[id.number - 1].requestContent.append(contentsOf: $0) }
        case .response:
            record(id.number, "response content")
            bytes.withUnsafeBytes { records[id.number - 1].responseContent.append(contentsOf: $0) }
        }
    }

    /// Keeps the next end of a message.
    package mutating func ended(_ exchange: borrowing Exchange, _ id: ExchangeID, _ role: MessageRole) {
        switch role {
        case .request:
            record(id.number, "ended")
            records[id.number - 1].ended = copy exchange
        case .response: record(id.number, "response ended")
        }
    }

    /// Keeps the next exchange that is completed.
    package mutating func completed(_ exchange: inout Exchange, _ id: ExchangeID) {
        record(id.number, "completed")
        records[id.number - 1].exchange = exchange
    }

    /// Keeps the next event.
    package mutating func handle(_ event: consuming ExchangeEvent) {
        switch consume event {
        case .requestGap(let id, let length, _):
            record(id.number, "gap")
            let place = records[id.number - 1].requestContent.count
            records[id.number - 1].requestGaps.append([place, length])
        case .requestBroken(let id): record(id.number, "broken")
        case .interimHead(let id, _): record(id.number, "interim")
        case .responseGap(let id, _, _): record(id.number, "response gap")
        case .opaque(let reason, _): opaque.append(reason)
        case .diagnostic(let diagnostic, _): diagnostics.append(diagnostic)
        case .skipped(let side, _, let length, _): skipped["\(side)", default: 0] += length
        }
    }
}

extension Recorder {
    /// The first exchange's request.
    package var request: Message? { records.first?.exchange?.request }

    /// All events, in words, the cuts of the content left out.
    package var account: String {
        var lines = records.map { record in
            let exchange = record.exchange
            return """
                \(record.number) \(record.calls) \(exchange?.method ?? "-") \(exchange?.target ?? "-")
                  \(exchange?.status ?? 0) \(exchange?.reason ?? "-") \(exchange?.informational ?? [])
                  \(exchange.map { "\($0.outcome) \($0.becameTunnel) \($0.applicationProtocol)" } ?? "-")
                  > \(exchange?.request?.account ?? "-") \(words(record.requestContent)) \(record.requestGaps)
                  < \(exchange?.response?.account ?? "-") \(words(record.responseContent))
                """
        }
        lines.append("\(opaque) \(diagnostics) \(skipped.sorted { $0.key < $1.key })")
        return lines.joined(separator: "\n")
    }
}

/// Bytes as text, or as their numbers where they are none.
private func words(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self) ?? "\(bytes)"
}

/// The offsets at which a value changes that follows a map, each with the value from there on.
///
/// In a debug build the values of all offsets as text would take longer than reading the message does.
private func changes(in offsets: Range<Int>, along map: RunMap, of value: (Int) -> Int) -> String {
    var text = ""
    var last: Int?
    var offset = offsets.lowerBound
    while offset < offsets.upperBound {
        let next = value(offset)
        if next != last { text += "\(offset): \(next), " }
        last = next
        offset = max(map.run(at: offset)?.range.upperBound ?? 0, offset + 1)
    }
    return "[\(text)\(offsets.upperBound)]"
}

extension Message {
    /// Everything that the message says, in words.
    fileprivate var account: String {
        let end = head.contentStart + content.wireLength + content.excessLength
        let frames = changes(in: head.startLineOffset - 1..<end + 2, along: arrival.frameMap) {
            frame(ofStream: $0) ?? 0
        }
        let shifts = changes(in: 0..<content.bodyLength + 2, along: arrival.bodyShift) {
            streamOffset(ofBody: $0) - $0
        }
        let stream = http2.map { origin in
            let frames = changes(in: 0..<content.bodyLength, along: origin.dataFrames) {
                origin.dataFrames[$0] ?? 0
            }
            return "\(origin.stream) \(frames) \(origin.unknownFields)"
        }
        return """
            \(head.startLine) \(head.startLineOffset) \(head.startLineEnding) \(head.fields) \(content.trailers) \
            \(head.version) \(head.framing) \(head.declaredLength ?? -1) \(head.contentStart) \
            \(content.bodyLength) \(content.wireLength) \(content.missingBytes) \(content.completion) \
            \(head.hasGap) \(content.faults) \(content.excess) \(content.excessLength) \
            \(arrival.firstFrame ?? 0) \(arrival.lastFrame ?? 0) \
            \(arrival.startedAt?.nanoseconds ?? 0) \(arrival.endedAt?.nanoseconds ?? 0) \
            \(frames) \(shifts) \(stream ?? "")
            """
    }
}
