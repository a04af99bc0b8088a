import Bytes
import Foundation
import TestSupport

@testable import Forms
@testable import Rewriting

/// A form that was pushed through a rewriter, files searched and read.
struct RewriterRun: Equatable {
    /// What the head would say.
    var framing: RewrittenFraming?
    /// The body, files read.
    var body: [UInt8] = []
    /// How many bytes of the body are the client's.
    var clientCount = 0
    /// The files, with their lengths.
    var files: [String] = []
    /// What was searched for, in each file.
    var searches: [String] = []
    /// The remarks, as shown.
    var remarks: [String] = []
    /// The changes, as shown.
    var changes: [String] = []
    /// How many bytes had been pushed and were in no output, at most, once the head could be sent.
    var lag = 0
    /// Whether the end was given, and last.
    var isEnded = false

    /// Runs a form through a rewriter.
    ///
    /// - Parameters:
    ///   - rewriting: the changes.
    ///   - boundary: the boundary of Content-Type.
    ///   - chunks: the body.
    ///   - contents: the files' contents by path; others are not read.
    ///   - declaredLength: what Content-Length says.
    ///   - limits: those of the reader, smaller ones to have short bodies read while they arrive.
    init(
        _ rewriting: FormRewriting,
        boundary: String = "B",
        _ chunks: [ArraySlice<UInt8>],
        contents: [String: [UInt8]] = [:],
        declaredLength: Int? = nil,
        limits: FormLimits = FormLimits()
    ) {
        var generator = SeededGenerator(3)
        var rewriter = FormRewriter(
            rewriting,
            boundary: Array(boundary.utf8),
            declaredLength: declaredLength,
            limits: limits
        )
        var pushed = 0
        var passed = 0
        for chunk in chunks {
            pushed += chunk.count
            take(rewriter.push(Array(chunk)), &rewriter, contents, &passed, &generator)
            if framing != nil { lag = max(lag, pushed - clientCount) }
        }
        take(rewriter.finish(), &rewriter, contents, &passed, &generator)
        remarks = rewriter.remarks.map(\.description)
        changes = rewriter.changes.map(\.description)
    }

    private mutating func take(
        _ outputs: [RewriterOutput],
        _ rewriter: inout FormRewriter,
        _ contents: [String: [UInt8]],
        _ passed: inout Int,
        _ generator: inout SeededGenerator
    ) {
        for output in outputs {
            precondition(!isEnded, "something comes after the end")
            switch output {
            case .search(let paths, let text):
                let search = ByteSearch(text)
                searches += paths.map { "\($0): \(String(decoding: text, as: UTF8.self))" }
                let isFound = paths.contains { path in
                    contents[path]?.withUnsafeBytes { search.first(in: $0, from: 0) } != nil
                }
                take(
                    rewriter.answer(isFound: isFound, using: &generator),
                    &rewriter,
                    contents,
                    &passed,
                    &generator
                )
            case .begin(let framing):
                precondition(self.framing == nil && body.isEmpty, "the head comes first, and once")
                self.framing = framing
            case .client(let bytes):
                precondition(framing != nil, "bytes come before the head")
                body += bytes
                clientCount += bytes.count
            case .added(let bytes): body += bytes
            case .file(let path, let length):
                files.append("\(path) \(length)")
                body += contents[path] ?? []
            case .end: isEnded = true
            }
        }
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Forms and files for tests of rewriting.
enum RewritingSample {
    /// A part with a name and a value, between delimiters.
    static func part(_ name: String, _ value: String, boundary: String = "B", more: String = "") -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)\r\n"
    }

    /// The part of a file as a browser writes it.
    static func filePart(
        _ name: String,
        _ filename: String,
        _ type: String,
        _ content: String,
        boundary: String = "B"
    )
        -> String
    {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(filename)\"\r\n"
            + "Content-Type: \(type)\r\n\r\n\(content)\r\n"
    }

    /// A file whose content is given beside it.
    static func file(_ path: String, _ filename: String, _ type: String, _ length: Int) -> AttachedFile {
        AttachedFile(path: path, length: length, filename: Array(filename.utf8), contentType: type)
    }

    /// The rewriting that puts a file into a field.
    static func rewriting(
        _ field: String,
        _ files: [AttachedFile],
        dropping: [String] = [],
        heldLimit: Int = FormRewriting.heldBytes
    ) -> FormRewriting {
        FormRewriting(
            [Attachment(Placeholder(Array(field.utf8)), files)],
            dropped: dropping.map { Placeholder(Array($0.utf8)) },
            heldLimit: heldLimit
        )
    }
}
