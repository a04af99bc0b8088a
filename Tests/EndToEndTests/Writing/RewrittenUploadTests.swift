import Bytes
import Exchanges
import Forms
import Pipeline
import Rewriting
import TestSupport
import Testing

/// A browser's form in which a file takes the place of a field is what the browser sends for that file.
struct RewrittenUploadTests {
    /// A file part of a browser's upload.
    private struct Upload {
        let body: [UInt8]
        let boundary: [UInt8]
        let part: BodyPart
        /// Everything from the delimiter of the part to that of the next.
        let whole: Range<Int>

        /// The file parts of a capture's uploads.
        static func all(in capture: String) throws -> [Upload] {
            let collected = try CollectedCapture.read(Checkout.path("Captures/\(capture)"))
            return collected.posts.flatMap { post -> [Upload] in
                guard let form = post.form, let body = post.body, let boundary = form.boundary else {
                    return []
                }
                return form.parts.filter { $0.filename?.isEmpty == false }.map { part in
                    let next = form.delimiters.first { $0.text.lowerBound > part.content.lowerBound }
                    let end = next?.text.lowerBound ?? body.count
                    return Upload(
                        body: body,
                        boundary: boundary,
                        part: part,
                        whole: part.delimiter.text.lowerBound..<end
                    )
                }
            }
        }

        /// The body with another part in the place of the file.
        func replacing(with header: String) -> [UInt8] {
            let name = String(decoding: part.name ?? [], as: UTF8.self)
            let delimiter = "--\(String(decoding: boundary, as: UTF8.self))\r\n"
            let other = "\(delimiter)Content-Disposition: form-data; name=\"\(name)\"\(header)\r\n\r\n\r\n"
            return body[..<whole.lowerBound] + Array(other.utf8) + body[whole.upperBound...]
        }
    }

    @Test(
        arguments: ["chromium/form-tricky.pcap", "chromium/fetch-names.pcap"],
        ["", "; filename=\"\"\r\nContent-Type: application/octet-stream"]
    )
    func `a file in the place of a field is as the browser sends it`(_ capture: String, _ placeholder: String)
        throws
    {
        let folder = try TemporaryFolder()
        let uploads = try Upload.all(in: capture)
        #expect(!uploads.isEmpty)
        for upload in uploads {
            let part = upload.part
            let path = try folder.write(Array(upload.body[part.content]), to: "file")
            let type = part.header.value(.contentType).map { String(decoding: $0, as: UTF8.self) }
            let isKnown = capture.contains("form-")
            let attachment = try Attachment(
                FormPart(
                    name: try unescaped(#require(part.name)),
                    filename: unescaped(try #require(part.filename)),
                    contentType: isKnown ? nil : type,
                    content: .file(path: path)
                )
            )
            let sent = upload.replacing(with: placeholder)
            var rewriter = FormRewriter(FormRewriting([attachment]), boundary: upload.boundary)
            var outputs = rewriter.push(sent) + rewriter.finish()
            var body: [UInt8] = []
            var length: Int?
            while !outputs.isEmpty {
                switch outputs.removeFirst() {
                case .search(let paths, let text):
                    let isFound = try paths.contains { try AttachedFile.holds(text, fileAt: $0) }
                    var generator = SeededGenerator(1)
                    outputs += rewriter.answer(isFound: isFound, using: &generator)
                case .begin(let framing): length = framing.length
                case .client(let bytes), .added(let bytes): body += bytes
                case .file(let path, _): body += try Checkout.bytes(of: path)
                case .end: break
                }
            }
            #expect(length == upload.body.count)
            #expect(body == upload.body, "part \(part.number)")
            #expect(rewriter.remarks.isEmpty)
        }
    }

    /// A name without the escaping of browsers.
    private func unescaped(_ name: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: name, as: UTF8.self)
        let plain = text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing(
            "%0A",
            with: "\n"
        )
        return Array(plain.utf8)
    }
}
