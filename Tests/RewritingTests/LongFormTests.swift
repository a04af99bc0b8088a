import Bytes
import Foundation
import TestSupport
import Testing

@testable import Forms
@testable import Rewriting

/// Forms and files that are too long to be held, and boundaries that occur in files.
struct LongFormTests {
    private typealias Sample = RewritingSample

    /// A long file part of the client, without a boundary in it.
    private func long(_ name: String, _ count: Int, boundary: String = "B") -> String {
        Sample.filePart(
            name,
            "long.bin",
            "application/octet-stream",
            String(repeating: "0123456789abcde\n", count: count / 16),
            boundary: boundary
        )
    }

    private func chunks(_ body: [UInt8], of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: body.count, by: size).map { body[$0..<min($0 + size, body.count)] }
    }

    @Test(arguments: [1000, 16_384, 70_000, 1 << 20])
    func `a form that is longer than what is held passes while it arrives`(_ size: Int) {
        let contents = ["/b.txt": Array("b".utf8)]
        let rewriting = Sample.rewriting(
            "*TOKEN*",
            [Sample.file("/b.txt", "b.txt", "text/plain", 1)],
            dropping: ["drop"]
        )
        func body(_ filled: String) -> String {
            long("one", 300_000) + filled + long("two", 900_000) + Sample.part("end", "x") + "--B--\r\n"
        }
        let sent = Array(body(Sample.part("photo", "TOKEN") + long("drop", 50_000)).utf8)
        let run = RewriterRun(rewriting, chunks(sent, of: size), contents: contents)
        #expect(run.text == body(Sample.filePart("photo", "b.txt", "text/plain", "b")))
        #expect(run.framing == RewrittenFraming(length: nil, boundary: nil, isChanged: true))
        #expect(
            run.remarks == [
                "the form is longer than 1,048,576 bytes, so it was sent without Content-Length (in HTTP/1.1, in chunks)"
            ]
        )
        #expect(run.searches == ["/b.txt: --B"])
        let early = RewriterRun(
            rewriting,
            chunks(sent, of: size),
            contents: contents,
            declaredLength: sent.count
        )
        #expect(early.body == run.body)
        #expect(early.lag < 60_000 + 2 * 65_536 + size)
    }

    @Test func `a long form with another boundary than the declared one passes as it is`() {
        let rewriting = Sample.rewriting("*TOKEN*", [Sample.file("/b.txt", "b.txt", "text/plain", 1)])
        let body =
            Sample.part("photo", "TOKEN", boundary: "OTHER") + long("one", 1_300_000, boundary: "OTHER")
            + "--OTHER--\r\n"
        let sent = Array(body.utf8)
        let run = RewriterRun(rewriting, chunks(sent, of: 16_384), declaredLength: sent.count)
        #expect(run.text == body)
        #expect(run.framing == RewrittenFraming(length: nil, boundary: nil, isChanged: false))
        #expect(run.changes.isEmpty && run.remarks.count == 1 && !run.remarks[0].contains("chunks"))
    }

    @Test(arguments: ["B", "XYZ"])
    func `a form that passes while it arrives is changed alike however it is cut`(_ held: String) {
        var limits = FormLimits()
        limits.opening = 64
        limits.wholeBody = 128
        let content = "x\r\n--\(held)\r\ny"
        let contents = ["/x": Array(content.utf8)]
        let rewriting = Sample.rewriting(
            "*TOKEN*",
            [Sample.file("/x", "x", "text/plain", content.utf8.count)],
            dropping: ["drop"],
            heldLimit: 100
        )
        let text = String(repeating: "line\r\n-", count: 40)
        let body =
            Sample.part("a", text) + Sample.part("drop", text) + Sample.part("photo", "a TOKEN")
            + Sample.part("b", text) + "--B--\r\n"
        let expected =
            Sample.part("a", text) + Sample.filePart("photo", "x", "text/plain", content)
            + Sample.part("b", text)
            + "--B--\r\n"
        let whole = RewriterRun(rewriting, [Array(body.utf8)[...]], contents: contents)
        if held != "B" { #expect(whole.text == expected) }
        var streamed = 0
        ParserVerifier.verify(Array(body.utf8), splitLimit: 600) { chunks in
            let run = RewriterRun(rewriting, chunks, contents: contents, limits: limits)
            streamed += run.framing?.length == nil ? 1 : 0
            return run.body
        }
        #expect(streamed > 100)
    }

    @Test func `a file of 1 GiB is given by its path, and its length is declared`() {
        let length = 1 << 30
        let rewriting = Sample.rewriting(
            "photo",
            [Sample.file("/movie.mp4", "movie.mp4", "video/mp4", length)]
        )
        let body = Sample.part("a", "1") + Sample.part("photo", "") + "--B--\r\n"
        let run = RewriterRun(rewriting, [Array(body.utf8)[...]])
        let empty =
            Sample.part("a", "1") + Sample.filePart("photo", "movie.mp4", "video/mp4", "") + "--B--\r\n"
        #expect(run.text == empty)
        #expect(run.framing?.length == empty.utf8.count + length)
        #expect(run.files == ["/movie.mp4 1073741824"] && run.searches == ["/movie.mp4: --B"])
    }

    @Test(
        arguments: ["B", "----WebKitFormBoundaryABCDEFGHIJKLMNOP", String(repeating: "x", count: 70)],
        [false, true]
    )
    func `a boundary that a file holds is replaced in every delimiter`(_ boundary: String, _ isLong: Bool)
        throws
    {
        let content = Array("x\r\n--\(boundary)\r\ny".utf8)
        let rewriting = Sample.rewriting(
            "photo",
            [Sample.file("/x", "x", "text/plain", content.count)],
            dropping: ["c"]
        )
        func part(_ name: String, _ value: String) -> String { Sample.part(name, value, boundary: boundary) }
        let before = isLong ? long("long", 1_200_000, boundary: boundary) : part("a", "1")
        let body =
            before + part("photo", "") + part("c", "2") + part("d", "--B inside") + "--\(boundary)--\r\n"
        guard boundary != "B" || !body.contains("--B inside") else {
            // Such a form is ambiguous.
            let run = RewriterRun(
                rewriting,
                boundary: boundary,
                [Array(body.utf8)[...]],
                contents: ["/x": content]
            )
            #expect(run.framing?.isChanged == isLong)
            return
        }
        let run = RewriterRun(
            rewriting,
            boundary: boundary,
            chunks(Array(body.utf8), of: 50_000),
            contents: ["/x": content]
        )
        let new = try #require(run.framing?.boundary)
        #expect(new.count == max(boundary.utf8.count, min(boundary.utf8.count + 16, 17)))
        #expect(BoundaryForm.isBoundary(new) && new != Array(boundary.utf8))
        let text = String(decoding: new, as: UTF8.self)
        let expected =
            before.replacing("--\(boundary)\r\n", with: "--\(text)\r\n")
            + Sample.filePart(
                "photo",
                "x",
                "text/plain",
                String(decoding: content, as: UTF8.self),
                boundary: text
            )
            + Sample.part("d", "--B inside", boundary: text) + "--\(text)--\r\n"
        #expect(run.text == expected)
        #expect(run.framing?.length == (isLong ? nil : run.body.count))
        #expect(run.remarks.contains("a file holds the boundary, so the form has another one"))
    }

    @Test func `a boundary that a value or a filename holds is replaced`() throws {
        let body = Array((Sample.part("a", "1") + "--B--\r\n").utf8)
        let value = FormPart(name: Array("a".utf8), content: .text("x --B y"))
        let named = FormPart(name: Array("a".utf8), filename: Array("x--B".utf8), content: .text("y"))
        for part in [value, named] {
            let run = RewriterRun(FormRewriting([try Attachment(part)]), [body[...]])
            let new = String(decoding: try #require(run.framing?.boundary), as: UTF8.self)
            #expect(
                new.hasPrefix("B") && run.text.hasPrefix("--\(new)\r\n")
                    && run.text.hasSuffix("--\(new)--\r\n")
            )
            #expect(run.framing?.length == run.body.count && run.searches.isEmpty)
        }
    }

    @Test func `a long form that turns out to be faulty is changed no further`() {
        let rewriting = Sample.rewriting("photo", [Sample.file("/x", "x", "text/plain", 1)])
        let good = long("long", 1_200_000)
        let faulty = "--B\nContent-Disposition: form-data; name=\"photo\"\n\nx\n--B--\n"
        let run = RewriterRun(
            rewriting,
            chunks(Array((good + faulty).utf8), of: 50_000),
            contents: ["/x": [0x79]]
        )
        #expect(run.text == good + faulty && run.changes.isEmpty)
        #expect(
            run.remarks.contains {
                $0.hasPrefix("the form was passed on as it is from part 2 on: a delimiter")
            }
        )
        let cut = RewriterRun(
            rewriting,
            chunks(Array((good + Sample.part("photo", "")).utf8), of: 50_000),
            contents: ["/x": [0x79]]
        )
        #expect(cut.changes == ["'photo' holds /x (1 byte)"])
        #expect(cut.remarks.contains { $0.hasSuffix("it ends before its close delimiter") })
    }

    @Test func `a long body in which there is no form passes as it is`() {
        let rewriting = Sample.rewriting("photo", [Sample.file("/x", "x", "text/plain", 1)])
        let body = [UInt8](repeating: 0x61, count: 1_500_000)
        let run = RewriterRun(rewriting, chunks(body, of: 50_000))
        #expect(run.body == body && run.clientCount == body.count)
        #expect(
            run.remarks.last
                == "the form was passed on as it is: the boundary of its Content-Type does not occur in it"
        )
    }

    @Test func `what is kept of a form with very many parts has a limit`() {
        let rewriting = Sample.rewriting("photo", [Sample.file("/x", "x", "text/plain", 1)], dropping: ["d"])
        let many = String(repeating: Sample.part("d", "") + Sample.part("photo", ""), count: 2500)
        let run = RewriterRun(rewriting, [Array((many + "--B--\r\n").utf8)[...]], contents: ["/x": [0x79]])
        #expect(run.changes.count == 1000 && run.remarks.count == 1000)
        #expect(!run.text.contains("name=\"d\""))
    }

    @Test func `files are searched in pieces`() throws {
        let folder = try TemporaryFolder()
        for place in [0, 1, (1 << 20) - 3, (1 << 20) - 1, 1 << 20, (1 << 20) + 7] {
            var content = [UInt8](repeating: 0x2D, count: (1 << 20) + 100)
            content.replaceSubrange(place..<(place + 4), with: Array("--Bx".utf8))
            let path = try folder.write(content, to: "file")
            #expect(try AttachedFile.holds(Array("--Bx".utf8), fileAt: path))
            #expect(try !AttachedFile.holds(Array("--By".utf8), fileAt: path))
        }
        #expect(throws: MultipartFailure.self) {
            try AttachedFile.holds([0x42], fileAt: folder.path + "/none")
        }
    }

    @Test func `what cannot be attached is refused before any form comes`() throws {
        let folder = try TemporaryFolder()
        func failure(_ content: PartContent, filename: String? = "x") -> String? {
            let part = FormPart(name: "a", filename: filename, content: content)
            do throws(MultipartFailure) {
                _ = try Attachment(part)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(failure(.file(path: folder.path + "/none"))?.hasSuffix("none: no such file") == true)
        #expect(failure(.file(path: folder.path))?.hasSuffix("is a directory") == true)
        #expect(
            failure(.file(path: "/dev/null"))?.hasSuffix("is not a regular file, so its length is not known")
                == true
        )
        // To open a named pipe would wait for its other end.
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(failure(.file(path: folder.path + "/pipe"))?.hasSuffix("its length is not known") == true)
        #expect(failure(.text("x"), filename: "a\u{0}b") != nil)
        #expect(failure(.text("x")) == nil)
    }
}
