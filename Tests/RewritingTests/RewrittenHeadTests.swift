import Bytes
import Testing

@testable import Rewriting

/// Heads of requests whose forms are rewritten.
struct RewrittenHeadTests {
    private func section(_ lines: String...) -> FieldSection {
        FieldSection(parsing: Array(lines.map { "\($0)\r\n" }.joined().utf8), base: 40)
    }

    private func framing(_ length: Int?, _ boundary: String? = nil, isChanged: Bool = true)
        -> RewrittenFraming
    {
        RewrittenFraming(length: length, boundary: boundary.map { Array($0.utf8) }, isChanged: isChanged)
    }

    private func text(_ head: RewrittenHead) -> String { String(decoding: head.bytes, as: UTF8.self) }

    private var usual: FieldSection {
        section(
            "Host: a.example",
            "content-LENGTH:  12 ",
            "Content-Type: multipart/form-data; charset=x; boundary=\"B 1\"; y=z",
            "Digest: sha-256=x",
            "X-A: b"
        )
    }

    @Test func `length and boundary are replaced in their places, and digests left out`() {
        let head = RewrittenHead(usual, framing(3456, "B 2"))
        #expect(
            text(head)
                == "Host: a.example\r\ncontent-LENGTH:  3456 \r\n"
                + "Content-Type: multipart/form-data; charset=x; boundary=\"B 2\"; y=z\r\nX-A: b\r\n"
        )
        #expect(head.removed == ["Digest"] && !head.isChunked)
        #expect(head.lines.map { String(decoding: $0.value, as: UTF8.self) }.dropFirst().first == "3456")
    }

    @Test func `a head is not touched where the form is not`() {
        let head = RewrittenHead(usual, framing(12, isChanged: false))
        #expect(head.bytes == usual.bytes && head.removed.isEmpty && !head.isChunked)
    }

    @Test func `a long body that passes as it is keeps its length`() {
        let head = RewrittenHead(usual, framing(nil, isChanged: false))
        #expect(head.bytes == usual.bytes && !head.isChunked)
    }

    @Test func `a body without a known length is sent in chunks, in HTTP/2 without a length`() {
        let head = RewrittenHead(usual, framing(nil))
        #expect(
            text(head).contains("a.example\r\nTransfer-Encoding: chunked\r\nContent-Type") && head.isChunked
        )
        let second = RewrittenHead(
            section(":method: POST", "content-length: 12"),
            framing(nil),
            isHTTP2: true
        )
        #expect(text(second) == ":method: POST\r\n" && !second.isChunked)
        let chunked = section("Transfer-Encoding: chunked", "Content-Type: multipart/form-data; boundary=B")
        for length in [nil, 5] {
            let head = RewrittenHead(chunked, framing(length, "C"))
            #expect(head.isChunked && text(head).hasSuffix("boundary=C\r\n"))
            #expect(text(head).hasPrefix("Transfer-Encoding: chunked\r\n"))
        }
    }

    @Test func `the boundary and the length are read from the head`() {
        #expect(
            RewritableForm.read(usual)
                == .form(RewritableForm(boundary: Array("B 1".utf8), declaredLength: 12))
        )
        let type = "Content-Type: multipart/form-data; boundary=B"
        #expect(
            RewritableForm.read(section(type)) == .form(RewritableForm(boundary: [0x42], declaredLength: nil))
        )
        #expect(RewritableForm.read(section("Content-Type: text/plain")) == .noForm)
        #expect(RewritableForm.read(section("Host: x")) == .noForm)
        #expect(RewritableForm.read(section(type, "Content-Encoding: gzip")) == .refused(.coded))
        #expect(RewritableForm.read(section(type, type)) == .refused(.repeated("Content-Type")))
        #expect(
            RewritableForm.read(section(type, "Content-Length: 1", "Content-Length: 1"))
                == .refused(.repeated("Content-Length"))
        )
        for parameters in ["", "; boundary=", "; boundary=a; boundary=b", "; boundary=\"a\\b\""] {
            #expect(
                RewritableForm.read(section("Content-Type: multipart/form-data\(parameters)"))
                    == .refused(.boundary)
            )
        }
    }
}
