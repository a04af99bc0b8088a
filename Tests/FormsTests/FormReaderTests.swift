import Forms
import TestSupport
import Testing

/// The reader of forms: every byte in one node, whatever the body and however it is cut into pieces.
struct FormReaderTests {
    static let bodies: [String] = [
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n",
        "--B\nContent-Disposition: form-data; name=\"a\"\n\n1\n--B--\n",
        "--B\rContent-Disposition: form-data; name=\"a\"\r\r1\r--B--\r",
        "junk--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1--B--",
        "\r\n--B \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--B\r\n--B\r\nX\r\n--B--\r\n--B\r\n",
        "--B\r\n\r\n1\r\n--Bx\r\n y --B z\n--B\nq\r\n--B",
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B-",
        "--B\r\nContent-Disposition: form-data; na",
        "--B\r\n",
        "--B--",
        "",
        "no form at all",
        "--other\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--other--\r\n",
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n--B\r\nContent-Type: x\r\n\r\n2\r\n--B--",
    ]

    @Test(arguments: bodies)
    func `the nodes joined are the body`(_ body: String) {
        let body = Array(body.utf8)
        expectTiled(read([body[...]]), length: body.count)
    }

    @Test(arguments: bodies)
    func `every division of the body gives the same form`(_ body: String) {
        ParserVerifier.verify(Array(body.utf8)) { pieces in read(pieces) }
    }

    /// A form and the contents of its parts, which come out while it is read.

    /// Bodies of more than the reader keeps whole, so that it reads on as they come: each of the bodies after a long
    /// part.
    static let longBodies: [String] = bodies.map { body in
        let head = "--B\r\nContent-Disposition: form-data; name=\"long\"\r\nContent-Type: text/plain\r\n\r\n"
        return head + String(repeating: "x--B \r\n-", count: 12) + "\r\n" + body
    }

    @Test(arguments: longBodies)
    func `every division of a body that is not kept whole gives the same form and contents`(_ body: String) {
        var limits = FormLimits()
        limits.wholeBody = 64
        limits.opening = 48
        limits.contentSample = 40
        ParserVerifier.verify(Array(body.utf8), stepLimit: 15_000) { pieces in
            ReadForm(pieces, limits: limits)
        }
    }

    @Test func `a form is equal to another one only where all that they hold is the same`() throws {
        let body = Array(Self.bodies[0].utf8)
        let form = read([body[...]])
        #expect(form == read([body[...]]))
        // What is stored besides has to be compared too, but for the memory that is taken; of a regular form, the parts
        // stand for what they are made of.
        let stored = Mirror(reflecting: form).children
        #expect(stored.count == 15)
        let irregular = Mirror(reflecting: read([Array("x".utf8)[...]])).children
            .compactMap { $0.label == "irregularities" ? $0.value as? [Any] : nil }
        #expect(try Mirror(reflecting: #require(irregular.first?.first)).children.count == 9)
        for other in Self.bodies.dropFirst() { #expect(form != read([Array(other.utf8)[...]])) }
        let changed = body.indices.map { index in
            var changed = body
            changed[index] ^= 0x20
            return read([changed[...]])
        }
        #expect(changed.allSatisfy { $0 != form })
        #expect(Set(changed + [form]).count == body.count + 1)
    }

    @Test func `a body larger than the window is read like a small one`() {
        let head = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n"
        for size in [1, 65_535, 65_536, 65_537, 200_000] {
            for filler in ["\r", "-", "x", "\r\n--", "\n"] {
                let content = String(repeating: filler, count: size / filler.utf8.count)
                let body = Array((head + content + "\r\n--B--\r\n").utf8)
                let form = read(stride(from: 0, to: body.count, by: 1460).map { body[$0...].prefix(1460) })
                #expect(form.ending == .closed)
                #expect(form.parts.map { $0.content.count } == [content.utf8.count])
                expectTiled(form, length: body.count)
            }
        }
    }

    @Test func `content comes out as it went in, piece by piece`() {
        let content = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let body =
            Array("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + content
            + Array("\r\n--B\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n2\r\n--B--\r\n".utf8)
        for size in [100, 1460, 70_000] {
            let pieces = stride(from: 0, to: body.count, by: size).map { body[$0...].prefix(size) }
            let read = ReadForm(pieces)
            #expect(read.contents[1] == content)
            #expect(read.contents[2] == Array("2".utf8))
        }
    }

    @Test(arguments: [1460, 65_536, 100_000, 150_001, 1_000_000])
    func `a run of dashes is one occurrence of a boundary of dashes, wherever it is cut`(_ size: Int) {
        let boundary = String(repeating: "-", count: 10)
        let run = String(repeating: "-", count: 200_003)
        let content = "x\(run)y\r\nz\(run)\r\n\(run.prefix(11))x"
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
        let body = Array((head + content + "\r\n--\(boundary)--\r\nq\(run)").utf8)
        let pieces = stride(from: 0, to: body.count, by: size).map { body[$0...].prefix(size) }
        let received = ReadForm(pieces, boundary: boundary)
        let form = received.form
        #expect(received.contents == [1: Array(content.utf8)])
        #expect(form.ending == .closed)
        #expect(form.occurrences.map(\.part) == [1, 1, nil])
        #expect(form.occurrenceCount == 3)
        expectTiled(form, length: body.count)
    }

    @Test(arguments: 0...80)
    func `a gap is a gap, wherever it is`(_ start: Int) {
        let body = Array(Self.bodies[0].utf8)
        guard start < body.count else { return }
        var reader = FormReader(declared: [Array("B".utf8)], collectsContent: true)
        reader.push(Array(body[..<start]).span.bytes)
        reader.gap(length: 5)
        reader.push(Array(body[min(start + 5, body.count)...]).span.bytes)
        let form = reader.end()
        let taken = Dictionary(reader.takeContent().map { ($0.part, $0.bytes.count) }, uniquingKeysWith: +)
        for part in form.parts {
            #expect(taken[part.number, default: 0] == part.content.count - part.facts.missingBytes)
        }
        #expect(form.gaps == [start..<(start + 5)])
        expectTiled(form, length: max(body.count, start + 5))
    }

    @Test func `parts beyond the limit are counted and not kept`() {
        var limits = FormLimits()
        limits.parts = 3
        let part = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let body = Array((String(repeating: part, count: 10) + "--B--\r\n").utf8)
        var reader = FormReader(declared: [Array("B".utf8)], limits: limits)
        reader.push(body.span.bytes)
        let form = reader.finish()
        #expect(form.partCount == 10)
        #expect(form.parts.count == 3)
        expectTiled(form, length: body.count)
    }

    private func expectTiled(_ form: Form, length: Int) {
        #expect(form.length == length)
        var end = 0
        for node in form.nodes {
            #expect(node.range.lowerBound == end)
            end = node.range.upperBound
        }
        #expect(end == length)
    }

    private func read(_ pieces: [ArraySlice<UInt8>]) -> Form {
        var reader = FormReader(declared: [Array("B".utf8)])
        for piece in pieces { reader.push(Array(piece).span.bytes) }
        return reader.finish()
    }
}
