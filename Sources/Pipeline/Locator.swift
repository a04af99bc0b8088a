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

    /// Locates a finding of a request.
    static func locate(_ finding: Finding, in request: Message, form: Form?) -> LocatedFinding {
        let offset = finding.range.lowerBound
        switch finding.place {
        case .body:
            let around = form?.kept.window(at: offset, before: before, after: after)
            return LocatedFinding(
                finding: finding,
                frame: request.firstFrame == nil ? nil : request.frame(ofBody: offset),
                kept: around?.bytes ?? [],
                excerptOffset: around?.offset ?? offset
            )
        case .head, .wire:
            let end = request.contentStart + request.wireLength
            let isExcess = finding.place == .wire && offset >= end && !request.excess.isEmpty
            let whole = isExcess ? end..<(end + request.excess.count) : headRange(of: request)
            let lower = min(max(offset - before, whole.lowerBound), whole.upperBound)
            let upper = min(max(offset + after, lower), whole.upperBound)
            let frame = request.firstFrame == nil ? nil : request.frame(ofStream: offset)
            guard isExcess else {
                return LocatedFinding(finding: finding, frame: frame, head: request, excerpt: lower..<upper)
            }
            return LocatedFinding(
                finding: finding,
                frame: frame,
                kept: request.excess[(lower - end)..<(upper - end)],
                excerptOffset: lower
            )
        }
    }

    /// Locates a finding of a body that came by itself, under made-up field lines.
    static func locate(_ finding: Finding, fields: FieldSection, form: Form) -> LocatedFinding {
        let offset = finding.range.lowerBound
        guard finding.place == .body else {
            return LocatedFinding(
                finding: finding,
                frame: nil,
                kept: fields.bytes[...],
                excerptOffset: fields.base
            )
        }
        let around = form.kept.window(at: offset, before: before, after: after)
        return LocatedFinding(
            finding: finding,
            frame: nil,
            kept: around.bytes,
            excerptOffset: around.offset
        )
    }

    /// Where the head is in the stream: start line, its ending, field lines.
    private static func headRange(of request: Message) -> Range<Int> {
        let start = request.startLineOffset
        let lines = request.startLine.count + (request.startLineEnding == .lf ? 1 : 2)
        return start..<(start + lines + request.fields.bytes.count)
    }

    /// The bytes of the head in a range of the stream, which lies inside of it.
    static func headBytes(_ range: Range<Int>, of request: Message) -> [UInt8] {
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
