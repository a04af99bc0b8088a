import Forms
import TestSupport
import Testing

/// Header lines of parts in the content of another part: found in contents of any length, and however they arrive.
struct StrayHeaderTests {
    private static let head = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n"
    private static let end = "\r\n--B--\r\n"
    private static let stray = "Content-Disposition: form-data; name=\"z\"\r\n\r\n2"
    private static let nested =
        "--N\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n1\r\n--N\r\n\(stray)\r\n--N--\r\n"

    private static func read(_ content: String, inPiecesOf size: Int, closed: Bool = true) -> Form {
        let body = Array((head + content + (closed ? end : "")).utf8)
        let pieces = stride(from: 0, to: body.count, by: size).map { Array(body[$0...].prefix(size)) }
        return ReadForm(pieces, boundary: "B", collectsContent: false).form
    }

    /// Of contents with the longer ones, delimiters and header lines are looked for together.
    private static let longBoundaries = [
        String(repeating: "n", count: 22), "----WebKitFormBoundary0123456789abcdef",
        String(repeating: "0123456789", count: 7),
    ]

    @Test(arguments: longBoundaries)
    func `header lines are found in a long content beside delimiters of any length`(boundary: String) throws {
        // A body of a few hundred bytes is read in pieces that do not stay in memory.
        var limits = FormLimits()
        limits.wholeBody = 64
        limits.opening = 48
        limits.contentSample = 40
        let head = Array(Self.head.replacing("--B", with: "--\(boundary)").utf8)
        let header = Array("\r\n--other\r\n\(Self.stray)".utf8)
        // Nothing in it may be text: it is read by words of eight bytes, once for both.
        let filler = [UInt8](repeating: 0x9C, count: 1600)
        for place in 1000..<1066 {
            // Another at the end of the content, with the delimiter right after it.
            let content = filler[..<place] + header + filler[place...] + header
            let body = head + content + Array("\r\n--\(boundary)--\r\n".utf8)
            let pieces = stride(from: 0, to: body.count, by: 33).map { Array(body[$0...].prefix(33)) }
            let form = ReadForm(pieces, boundary: boundary, limits: limits, collectsContent: false).form
            let last = head.count + content.count - header.count
            #expect(form.strayHeaders.map(\.lineStart) == [head.count + place + 2, last + 2])
            #expect(form.parts.map(\.content.count) == [content.count] && form.close != nil)
        }
    }

    private static func filler(_ length: Int) -> String {
        String(String(repeating: "0123456789abcde\n", count: length / 16 + 1).prefix(length))
    }

    @Test(arguments: [10, 1000, 65_400, 65_536, 300_000])
    func `a delimiter with another boundary is found with its place`(_ length: Int) throws {
        let content = Self.filler(length) + "\r\n--other \r\nContent-Type: text/plain\r\n\(Self.stray)"
        for size in [1460, 65_536, 131_072, 1_000_000] {
            let form = Self.read(content, inPiecesOf: size)
            let header = try #require(form.strayHeaders.first)
            #expect(form.strayHeaders.count == 1 && header.part == 1)
            #expect(header.line == Array("--other".utf8))
            #expect(header.lineStart == Self.head.utf8.count + length + 2)
            #expect(header.linesStart == header.lineStart + "--other \r\n".utf8.count)
            #expect(header.header.lowerBound == header.linesStart + "Content-Type: text/plain\r\n".utf8.count)
            #expect(header.followsCRLF && header.hasParameter)
            let place = header.lineStart..<(header.lineStart + header.line.count)
            #expect(form.kept[place].map(Array.init) == header.line, "its bytes are kept")
            #expect(form.parts.map { $0.content.count } == [content.utf8.count])
        }
    }

    @Test func `every division of a body that is not kept whole gives the same header lines`() {
        var limits = FormLimits()
        limits.wholeBody = 64
        limits.opening = 48
        limits.contentSample = 40
        let content = "x\r\n--N\r\n\(Self.stray)\r\n--N--\r\n0123456789\r\n--C\r\n\(Self.stray)\r\n"
        ParserVerifier.verify(Array((Self.head + content + Self.end).utf8)) { pieces in
            ReadForm(pieces, limits: limits).form.strayHeaders
        }
    }

    @Test(arguments: [10, 70_000])
    func `a form that is nested in a content has none`(_ length: Int) {
        let text = Self.filler(length)
        #expect(Self.read(text + "\r\n" + Self.nested + text, inPiecesOf: 65_536).strayHeaders.isEmpty)
        #expect(Self.read(Self.nested + text + "\r\n" + Self.nested, inPiecesOf: 1460).strayHeaders.isEmpty)
        let later = Self.read(Self.nested + text + "\r\n--C\r\n" + Self.stray, inPiecesOf: 65_536)
        #expect(later.strayHeaders.map(\.line) == [Array("--C".utf8)])
    }

    @Test func `a form that ends with the boundary of its later delimiters holds no nested one`() {
        let form = Self.read("1\r\n" + Self.nested, inPiecesOf: 1460, closed: false)
        #expect(form.strayHeaders.map(\.line) == [Array("--N".utf8), Array("--N".utf8)])
    }

    @Test func `text in the middle of a line, or that begins the content, is no header line`() {
        #expect(Self.read(Self.stray, inPiecesOf: 1460).strayHeaders.isEmpty)
        #expect(Self.read("see " + Self.stray, inPiecesOf: 1460).strayHeaders.isEmpty)
        let doc = Self.read("see\n" + Self.stray, inPiecesOf: 1460)
        #expect(doc.strayHeaders.map(\.followsCRLF) == [false])
        #expect(doc.strayHeaders.first?.line == Array("see".utf8))
    }

    @Test func `a log of many forms is read in linear time, and accuses none of them`() {
        let log = String(repeating: "\r\n" + Self.nested, count: 3000)
        #expect(Self.read(log, inPiecesOf: 65_536).strayHeaders.isEmpty)
        let many = String(repeating: "x\r\n" + Self.stray + "\r\n", count: 3000)
        #expect(Self.read(many, inPiecesOf: 65_536).strayHeaders.count == FormLimits().occurrences)
    }

    @Test func `bytes that are not in the capture divide a line`() {
        var reader = FormReader(declared: [Array("B".utf8)])
        reader.push(Array((Self.head + "1\r\n--N\r").utf8).span.bytes)
        reader.gap(length: 3)
        reader.push(Array((Self.stray + Self.end).utf8).span.bytes)
        #expect(reader.finish().strayHeaders.isEmpty)
    }
}
