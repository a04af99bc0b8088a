import Forms
import Testing

/// The reader of forms: every byte in one node, whatever the body and however it is cut into pieces.
struct FormReaderTests {
    static let bodies: [[UInt8]] = [
        "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--\r\n",
        "--B\nContent-Disposition: form-data; name=\"a\"\n\n1\n--B--\n",
        "junk--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1--B--",
        "\r\n--B \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--B\r\n--B\r\nX\r\n--B--\r\n--B\r\n",
        "--B\r\n\r\n1\r\n--Bx\r\n y --B z\n--B\nq\r\n--B",
        "",
        "--other\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--other--\r\n",
    ].map { Array($0.utf8) }

    @Test(arguments: bodies)
    func `the nodes joined are the body`(_ body: [UInt8]) {
        let form = read(body[...])
        #expect(form.length == body.count)
        var end = 0
        for node in form.nodes {
            #expect(node.range.lowerBound == end)
            end = node.range.upperBound
        }
        #expect(end == body.count)
    }

    @Test(arguments: bodies)
    func `every split gives the same nodes`(_ body: [UInt8]) {
        let whole = read(body[...]).nodes
        for split in 0...body.count {
            #expect(read(body[..<split], body[split...]).nodes == whole)
        }
    }

    private func read(_ pieces: ArraySlice<UInt8>...) -> Form {
        var reader = FormReader(declared: [Array("B".utf8)])
        for piece in pieces { reader.push(Array(piece).span.bytes) }
        return reader.finish()
    }
}
