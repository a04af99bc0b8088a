import Bytes
import TestSupport
import Testing

@testable import Forms

/// What a reader reports of a form while it arrives.
struct FormEventTests {
    private static let body = Array(
        """
        preamble\r
        --B\r
        Content-Disposition: form-data; name="a"\r
        \r
        one --B two\r
        --B\r
        Content-Disposition: form-data; name="b"; filename="x"\r
        Content-Type: text/plain\r
        \r
        \r
        --B\r
        no header line\r
        --B--\r
        epilogue
        """.utf8
    )

    private func events(_ chunks: [ArraySlice<UInt8>], limits: FormLimits = FormLimits()) -> [FormEvent] {
        var reader = FormReader(declared: [Array("B".utf8)], limits: limits, collectsEvents: true)
        var events: [FormEvent] = []
        var settled = 0
        for chunk in chunks {
            reader.push(Array(chunk).span.bytes)
            let more = reader.takeEvents()
            // Nothing is reported of bytes that were settled before.
            for event in more {
                switch event {
                case .partBegan(let part): #expect(part.delimiter.text.lowerBound >= settled)
                case .closed(let delimiter): #expect(delimiter.text.lowerBound >= settled)
                case .partEnded: continue
                }
            }
            #expect(reader.settledEnd >= settled)
            settled = reader.settledEnd
            events += more
        }
        _ = reader.end()
        return events + reader.takeEvents()
    }

    @Test func `delimiters, parts and their ends are reported in the order of the body`() {
        let names = events([Self.body[...]]).map { event in
            switch event {
            case .partBegan(let part): "\(part.number) \(part.contentStart) \(part.isFile) \(part.isRegular)"
            case .partEnded(let number, let end): "\(number) ends at \(end)"
            case .closed(let delimiter): "closed at \(delimiter.text.lowerBound)"
            }
        }
        #expect(
            names == [
                "1 59 false true", "1 ends at 70", "2 161 true true", "2 ends at 161", "3 168 false false",
                "3 ends at 182", "closed at 184",
            ]
        )
    }

    @Test func `events do not depend on how the body arrives`() {
        var limits = FormLimits()
        limits.opening = 32
        limits.wholeBody = 64
        ParserVerifier.verify(Self.body) { chunks in events(chunks) }
        ParserVerifier.verify(Self.body) { chunks in events(chunks, limits: limits) }
    }

    @Test func `events agree with the form, and cost nothing where they are not wanted`() {
        var reader = FormReader(declared: [Array("B".utf8)], collectsEvents: true)
        reader.push(Self.body.span.bytes)
        let form = reader.end()
        var parts = form.parts.map { "\($0.number) \($0.delimiter.text) \($0.content)" }
        var ends: [Int: Int] = [:]
        let events = reader.takeEvents()
        for case .partEnded(let number, let end) in events { ends[number] = end }
        for case .partBegan(let part) in events {
            let content = part.contentStart..<(ends[part.number] ?? 0)
            #expect(parts.removeFirst() == "\(part.number) \(part.delimiter.text) \(content)")
        }
        #expect(parts.isEmpty)
        var plain = FormReader(declared: [Array("B".utf8)])
        plain.push(Self.body.span.bytes)
        _ = plain.end()
        #expect(plain.takeEvents().isEmpty)
    }
}
