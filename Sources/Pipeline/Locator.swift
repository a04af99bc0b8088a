import Bytes
import Exchanges
import Forms
import Inspection

/// Finds the frame that carried a finding's first byte, and the bytes around it.
enum Locator {
    /// Bytes shown before a finding.
    private static let before = 64
    /// Bytes shown from a finding on.
    private static let after = 128

    /// Locates a finding of a request; `record` tells which TLS record brought an offset of its stream.
    static func locate(
        _ finding: Finding,
        in request: borrowing Message,
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
                excerpt: Array(around?.bytes ?? []),
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
            let head = finding.place == .wire ? wireBytes(of: request, near: offset) : headBytes(of: request)
            let lower = min(max(offset - before, head.offset), head.offset + head.bytes.count)
            let upper = min(max(offset + after, lower), head.offset + head.bytes.count)
            // The field lines of HTTP/2 count in their own text, which came with the HEADERS frame.
            let frame = request.http2 == nil ? request.frame(ofStream: offset) : request.firstFrame
            var located = LocatedFinding(
                finding: finding,
                frame: request.firstFrame == nil ? nil : frame,
                record: record(request.http2 == nil ? offset : request.startLineOffset),
                excerpt: Array(head.bytes[(lower - head.offset)..<(upper - head.offset)]),
                excerptOffset: lower
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
                excerpt: fields.bytes,
                excerptOffset: fields.base
            )
        }
        let around = form.kept.window(at: offset, before: before, after: after)
        return LocatedFinding(
            finding: finding,
            frame: nil,
            excerpt: Array(around.bytes),
            excerptOffset: around.offset
        )
    }

    /// The bytes after the framed content, where a finding is about them; otherwise the head.
    private static func wireBytes(
        of request: borrowing Message,
        near offset: Int
    ) -> (bytes: [UInt8], offset: Int) {
        let end = request.contentStart + request.wireLength
        guard offset >= end, !request.excess.isEmpty else { return headBytes(of: request) }
        return (request.excess, end)
    }

    /// The head as it was on the wire: start line, its ending, field lines.
    private static func headBytes(of request: borrowing Message) -> (bytes: [UInt8], offset: Int) {
        if request.http2 != nil { return (request.fields.bytes, request.fields.base) }
        let ending: [UInt8] = request.startLineEnding == .lf ? [0x0A] : [0x0D, 0x0A]
        return (request.startLine + ending + request.fields.bytes, request.startLineOffset)
    }
}
