import Bytes
import Exchanges
import Forms
import Inspection

/// Finds the frame that carried a finding's first byte, and the bytes around it.
enum FindingLocator {
    /// Bytes shown before a finding.
    private static let before = 64
    /// Bytes shown from a finding on.
    private static let after = 128

    /// Locates a finding of a request; `record` tells which TLS record brought an offset of its stream.
    static func locate(
        _ finding: Finding,
        in request: Message,
        body: RequestBody?,
        form: Form?,
        record: (Int) -> Int?
    ) -> LocatedFinding {
        let offset = finding.range.lowerBound
        switch finding.place {
        case .body:
            let around = form?.kept.window(at: offset, before: before, after: after)
            let framed = body?.framedOffset(of: offset) ?? offset
            var located = LocatedFinding(
                finding: finding,
                frame: request.firstFrame == nil ? nil : request.frame(ofBody: framed),
                record: record(request.streamOffset(ofBody: framed)),
                kept: around?.bytes ?? [],
                excerptOffset: around?.offset ?? offset
            )
            located.coding = body?.decoding.flatMap { $0.isDecoded ? $0.name : nil }
            located.http2 = request.http2.map { origin in
                let map = origin.dataFrames
                let place = min(framed, map.endOffset - 1)
                return HTTP2Place(stream: origin.stream, dataFrame: map[place])
            }
            return located
        case .head, .wire:
            let end = request.contentStart + request.wireLength
            let isExcess = finding.place == .wire && offset >= end && !request.excess.isEmpty
            let whole = isExcess ? end..<(end + request.excess.count) : request.headRange
            let lower = min(max(offset - before, whole.lowerBound), whole.upperBound)
            let upper = min(max(offset + after, lower), whole.upperBound)
            // The field lines of HTTP/2 count in their own text, which came with the HEADERS frame.
            let place = request.http2 == nil ? request.frame(ofStream: offset) : request.firstFrame
            let frame = request.firstFrame == nil ? nil : place
            let record = record(request.http2 == nil ? offset : request.startLineOffset)
            var located =
                isExcess
                ? LocatedFinding(
                    finding: finding,
                    frame: frame,
                    record: record,
                    kept: request.excess[(lower - end)..<(upper - end)],
                    excerptOffset: lower
                )
                : LocatedFinding(
                    finding: finding,
                    frame: frame,
                    record: record,
                    head: request,
                    excerpt: lower..<upper
                )
            located.http2 = request.http2.map { HTTP2Place(stream: $0.stream, dataFrame: nil) }
            return located
        }
    }

    /// Locates a finding of a body that came by itself, under made-up field lines.
    static func locate(_ finding: Finding, fields: FieldSection, form: Form) -> LocatedFinding {
        let offset = finding.range.lowerBound
        guard finding.place == .body else {
            return LocatedFinding(
                finding: finding,
                frame: nil,
                record: nil,
                kept: fields.bytes[...],
                excerptOffset: fields.base
            )
        }
        let around = form.kept.window(at: offset, before: before, after: after)
        return LocatedFinding(
            finding: finding,
            frame: nil,
            record: nil,
            kept: around.bytes,
            excerptOffset: around.offset
        )
    }

    /// The bytes of the head in a range of the stream, which lies inside of it.
    static func headBytes(_ range: Range<Int>, of request: Message) -> [UInt8] {
        if request.http2 != nil { return Array(request.fields[range]) }
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var start = request.startLineOffset
        func add(_ piece: [UInt8]) {
            let lower = max(range.lowerBound, start) - start
            let upper = min(range.upperBound, start + piece.count) - start
            if lower < upper { result.append(contentsOf: piece[lower..<upper]) }
            start += piece.count
        }
        add(request.startLine)
        add(request.startLineEnding == .lf ? [0x0A] : [0x0D, 0x0A])
        add(request.fields.bytes)
        return result
    }
}
