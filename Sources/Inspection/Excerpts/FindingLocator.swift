package import Bytes
package import Exchanges
package import Forms

/// Finds the frame that carried a finding's first byte, and the bytes around it.
package enum FindingLocator {
    /// Bytes shown before a finding.
    private static let before = 64
    /// Bytes shown from a finding on.
    private static let after = 128

    /// Locates the findings of a request's verdict; the inspection is neither copied nor changed.
    package static func locate(
        _ verdict: borrowing RequestVerdict,
        in request: Message?,
        _ inspection: inout RequestInspection
    ) -> [LocatedFinding] {
        guard let request, !verdict.findings.isEmpty else { return [] }
        var result: [LocatedFinding] = []
        result.reserveCapacity(verdict.findings.count)
        for finding in verdict.findings {
            let offset = finding.range.lowerBound
            guard finding.place == .body else {
                let located = locate(inChunk: finding, of: request, verdict.form)
                result.append(located ?? locate(inHead: finding, of: request))
                continue
            }
            let framed = inspection.framedOffset(of: offset)
            var located = locate(inBody: finding, of: request, verdict.form, framedOffset: framed)
            located.coding = inspection.decoding.flatMap { $0.isDecoded ? $0.name : nil }
            result.append(located)
        }
        return result
    }

    /// Locates a finding of a request whose body has no content codings.
    package static func locate(_ finding: Finding, in request: Message, form: Form?) -> LocatedFinding {
        finding.place == .body
            ? locate(inBody: finding, of: request, form, framedOffset: finding.range.lowerBound)
            : locate(inChunk: finding, of: request, form) ?? locate(inHead: finding, of: request)
    }

    /// Locates a finding on the wire among the data of a chunk, of which the bytes were kept as those of the form.
    private static func locate(
        inChunk finding: Finding,
        of request: Message,
        _ form: Form?
    ) -> LocatedFinding? {
        let offset = finding.range.lowerBound
        guard finding.place == .wire, let form, request.head.framing == .chunked,
            request.head.fields.count(of: .contentEncoding) == 0
        else { return nil }
        let place = FaultyFraming.bodyOffset(ofStream: offset, request, form)
        guard place < form.length, request.streamOffset(ofBody: place) == offset,
            let chunk = request.arrival.bodyShift.run(at: place)?.range
        else { return nil }
        let around = form.kept.window(
            at: place,
            before: min(before, place - chunk.lowerBound),
            after: min(after, chunk.upperBound - place)
        )
        guard !around.bytes.isEmpty else { return nil }
        return LocatedFinding(
            finding: finding,
            frame: request.arrival.firstFrame == nil ? nil : request.frame(ofStream: offset),
            record: request.record(ofStream: offset),
            kept: around.bytes,
            excerptOffset: offset - (place - around.offset)
        )
    }

    private static func locate(
        inBody finding: Finding,
        of request: Message,
        _ form: Form?,
        framedOffset framed: Int
    ) -> LocatedFinding {
        let offset = finding.range.lowerBound
        let around = form?.kept.window(at: offset, before: before, after: after)
        var located = LocatedFinding(
            finding: finding,
            frame: request.arrival.firstFrame == nil ? nil : request.frame(ofBody: framed),
            record: request.record(ofStream: request.streamOffset(ofBody: framed)),
            kept: around?.bytes ?? [],
            excerptOffset: around?.offset ?? offset
        )
        located.http2 = request.http2.map { origin in
            let map = origin.dataFrames
            let place = min(framed, map.endOffset - 1)
            return HTTP2Place(stream: origin.stream, dataFrame: map[place])
        }
        return located
    }

    private static func locate(inHead finding: Finding, of request: Message) -> LocatedFinding {
        let offset = finding.range.lowerBound
        let end = request.end
        let excess = request.content.excess
        let isExcess = finding.place == .wire && offset >= end && !excess.isEmpty
        let whole = isExcess ? end..<(end + excess.count) : request.head.range
        let lower = min(max(offset - before, whole.lowerBound), whole.upperBound)
        let upper = min(max(offset + after, lower), whole.upperBound)
        // Offsets of HTTP/2 field lines count in their own text, which came with the HEADERS frame.
        let isHTTP2 = request.http2 != nil
        let place = isHTTP2 ? request.arrival.firstFrame : request.frame(ofStream: offset)
        let frame = request.arrival.firstFrame == nil ? nil : place
        let record = request.record(ofStream: isHTTP2 ? request.head.startLineOffset : offset)
        var located =
            isExcess
            ? LocatedFinding(
                finding: finding,
                frame: frame,
                record: record,
                kept: excess[(lower - end)..<(upper - end)],
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

    /// Locates a finding of a body without a request, under made-up field lines.
    package static func locate(_ finding: Finding, fields: FieldSection, form: Form) -> LocatedFinding {
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

    /// The bytes of the head in a range of the stream, which lies inside it.
    static func headBytes(_ range: Range<Int>, of request: Message) -> [UInt8] {
        if request.http2 != nil { return Array(request.head.fields[range]) }
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var start = request.head.startLineOffset
        func add(_ piece: [UInt8]) {
            let lower = max(range.lowerBound, start) - start
            let upper = min(range.upperBound, start + piece.count) - start
            if lower < upper { result.append(contentsOf: piece[lower..<upper]) }
            start += piece.count
        }
        add(request.head.startLine)
        add(request.head.startLineEnding == .lf ? [0x0A] : [0x0D, 0x0A])
        add(request.head.fields.bytes)
        return result
    }
}
