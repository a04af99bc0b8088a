import Forms
import Foundation
import TestSupport
import Testing

/// Readings of a form: the same bytes however they are pulled, and none where a file is not what it was.
struct MultipartPullTests {
    @Test func `the length promised is the length produced, for thousands of forms`() throws {
        var generator = SeededGenerator(6)
        for _ in 0..<(TestScope.isWhole ? 10_000 : 2_000) {
            let form = GeneratedForm(using: &generator)
            let writer = try MultipartWriter(form.parts, using: &generator)
            let bytes = try writer.bytes()
            let isKnown = form.parts.allSatisfy { part in
                if case .stream(nil, _) = part.content { false } else { true }
            }
            #expect(writer.contentLength == (isKnown ? bytes.count : nil))
        }
    }

    @Test(arguments: [(3_000, [1, 2, 3, 7, 64]), (300_000, [1460, 16 * 1024, 65_537, 1 << 20])])
    func `every size of the pull gives the same bytes, and so does a second reading`(
        _ length: Int,
        _ sizes: [Int]
    ) throws {
        var generator = SeededGenerator(7)
        let large = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var form = GeneratedForm(using: &generator)
        form.parts.append(FormPart(name: "l", content: .bytes(large)))
        form.parts.append(
            FormPart(name: "s", content: .stream(length: nil) { MemorySource(large, inPiecesOf: 999) })
        )
        let folder = try TemporaryFolder()
        form.parts.append(FormPart(name: "f", content: .file(path: try folder.write(large, to: "f"))))
        let writer = try MultipartWriter(form.parts)
        let whole = try writer.bytes()
        #expect(whole.count > 3 * length)
        for size in sizes {
            #expect(try writer.bytes(inPiecesOf: size) == whole)
        }
    }

    @Test func `every division of the pull gives the same bytes`() throws {
        var generator = SeededGenerator(9)
        var form = GeneratedForm(using: &generator)
        let content = Array("0123456789\r\n--not the boundary".utf8)
        form.parts.append(
            FormPart(name: "s", content: .stream(length: nil) { MemorySource(content, inPiecesOf: 7) })
        )
        let folder = try TemporaryFolder()
        form.parts.append(FormPart(name: "f", content: .file(path: try folder.write(content, to: "f"))))
        let writer = try MultipartWriter(form.parts, boundary: "a-boundary-that-is-looked-for")
        let whole = try writer.bytes()
        for division in InputDivision.all(of: whole, splitLimit: 2048) {
            let pull = writer.pull()
            var bytes: [UInt8] = []
            for piece in division.chunks where !piece.isEmpty {
                // A stream gives what it has, which may be less than is asked for.
                let end = bytes.count + piece.count
                while bytes.count < end { bytes += try pull.chunk(ofAtMost: end - bytes.count) }
            }
            #expect(bytes == whole, "\(division.name)")
            #expect(try pull.chunk(ofAtMost: 1).isEmpty, "\(division.name)")
        }
    }

    @Test func `the asynchronous sequence gives the same chunks, as often as it is asked`() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        let writer = try MultipartWriter([FormPart(name: "a", content: .bytes(bytes))])
        let whole = try writer.bytes()
        for size in [1000, 65_536] {
            var joined: [UInt8] = []
            for try await chunk in writer.body.chunks(ofAtMost: size) {
                #expect(chunk.count <= size)
                joined += chunk
            }
            #expect(joined == whole)
        }
    }

    @Test func `a stream of unknown length leaves the length of the form unknown`() throws {
        let part = FormPart(name: "a", content: .stream(length: nil) { MemorySource([1, 2]) })
        #expect(try MultipartWriter([part]).contentLength == nil)
    }

    @Test(arguments: [0, 1, 4, 6, 1000])
    func `a file that is not of the length it had ends in an error before the form is complete`(length: Int)
        throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("12345".utf8), to: "f")
        let writer = try MultipartWriter([FormPart(name: "a", content: .file(path: path))])
        _ = try folder.write([UInt8](repeating: 0x31, count: length), to: "f")
        let pull = writer.pull()
        var given = 0
        let failure = #expect(throws: MultipartFailure.self) {
            while true {
                let chunk = try pull.chunk(ofAtMost: 3)
                try #require(!chunk.isEmpty)
                given += chunk.count
            }
        }
        let expected: MultipartFailure =
            length > 5
            ? .grew(path: path, promised: 5) : .shrank(path: path, promised: 5, found: length)
        #expect(failure == expected)
        #expect(given < writer.contentLength ?? 0)
        #expect(throws: expected) { try pull.chunk(ofAtMost: 1) }
    }

    @Test func `moving files past memory gives the same bytes`() throws {
        let folder = try TemporaryFolder()
        let large = (0..<6_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write(large, to: "f")
        let form = [
            FormPart(name: "a", content: .file(path: path)), FormPart(name: "b", content: .text("between")),
            FormPart(name: "c", content: .file(path: try folder.write([], to: "empty"))),
            FormPart(name: "d", content: .stream(length: nil) { MemorySource(large, inPiecesOf: 999) }),
            FormPart(name: "e", content: .file(path: path)),
        ]
        for boundary in [nil, "a-boundary-that-is-looked-for"] {
            let writer = try MultipartWriter(form, boundary: boundary)
            for limit in [1000, 4_096, 1 << 20] {
                let (written, moved) = try folder.write(writer, to: "out", movingAtMost: limit)
                #expect(written == (try writer.bytes()))
                #if os(Linux)
                    #expect(moved == (boundary == nil ? 12_000 : 0))
                #endif
            }
        }
    }

    @Test(arguments: [0, 4, 6, 1000])
    func `a file that is moved and not of the length it had ends in an error too`(length: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("12345".utf8), to: "f")
        let writer = try MultipartWriter([FormPart(name: "a", content: .file(path: path))])
        _ = try folder.write([UInt8](repeating: 0x31, count: length), to: "f")
        let expected: MultipartFailure =
            length > 5
            ? .grew(path: path, promised: 5) : .shrank(path: path, promised: 5, found: length)
        #expect(throws: expected) { try folder.write(writer, to: "out", movingAtMost: 3) }
    }

    @Test func `a file that vanished is named`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([1], to: "f")
        let writer = try MultipartWriter([FormPart(name: "a", content: .file(path: path))])
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: MultipartFailure.unreadable(path: path, reason: "no such file")) {
            try writer.bytes()
        }
    }

    @Test func `a directory and a missing file are refused before anything is written`() throws {
        let folder = try TemporaryFolder()
        let directory = FormPart(name: "a", content: .file(path: folder.path))
        #expect(throws: MultipartFailure.unreadable(path: folder.path, reason: "is a directory")) {
            try MultipartWriter([directory])
        }
        let path = folder.path + "/none"
        #expect(throws: MultipartFailure.unreadable(path: path, reason: "no such file")) {
            try MultipartWriter([FormPart(name: "a", content: .file(path: path))])
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read every file"))
    func `a file that may not be read is refused before anything is written`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([1], to: "f")
        #expect(chmod(path, 0) == 0)
        #expect(throws: MultipartFailure.unreadable(path: path, reason: "cannot be read: permission denied"))
        {
            try MultipartWriter([FormPart(name: "a", content: .file(path: path))])
        }
    }

    @Test func `what is open is closed at the end, at a failure, when given up and when let go of`() throws {
        let counter = OpenSources()
        let part = FormPart(name: "a", content: .stream(length: 5) { CountedSource(counter) })
        let writer = try MultipartWriter([part])
        #expect(counter.count == 0)
        for isCancelled in [true, false] {
            let pull = writer.pull()
            while counter.count == 0 { _ = try pull.chunk(ofAtMost: 8) }
            if isCancelled {
                pull.cancel()
                #expect(counter.count == 0)
                #expect(throws: MultipartFailure.cancelled) { try pull.chunk(ofAtMost: 8) }
            }
        }
        #expect(counter.count == 0)
        let failing = FormPart(name: "a", content: .stream(length: 9) { CountedSource(counter) })
        let pull = try MultipartWriter([failing]).pull()
        #expect(throws: MultipartFailure.streamLength(part: 1, promised: 9, found: 5)) {
            while !(try pull.chunk(ofAtMost: 999)).isEmpty {}
        }
        #expect(counter.count == 0)
        #expect(try writer.bytes().count == writer.contentLength)
        #expect(counter.count == 0)
    }

    @Test func `a cancelled task gets no further chunk, and nothing stays open`() async throws {
        let counter = OpenSources()
        let part = FormPart(name: "a", content: .stream(length: 5) { CountedSource(counter) })
        let body = try MultipartWriter([part]).body.chunks(ofAtMost: 8)
        let task = Task {
            var iterator = body.makeAsyncIterator()
            while counter.count == 0 { _ = try await iterator.next() }
            withUnsafeCurrentTask { $0?.cancel() }
            let failure = await #expect(throws: MultipartFailure.cancelled) { _ = try await iterator.next() }
            return (failure, counter.count)
        }
        let (failure, count) = try await task.value
        #expect(failure == .cancelled)
        #expect(count == 0)
    }

    @Test func `a stream that fails is named by its part`() throws {
        struct Broken: Error, CustomStringConvertible { let description = "the disk is gone" }
        let part = FormPart(name: "a", content: .stream(length: nil) { throw Broken() })
        #expect(throws: MultipartFailure.streamFailed(part: 1, reason: "the disk is gone")) {
            try MultipartWriter([part]).bytes()
        }
    }
}

/// How many sources are open.
private final class OpenSources: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }
    func add(_ change: Int) { lock.withLock { number += change } }
}

/// Five bytes, one at a time, that count as open until they are let go of.
private final class CountedSource: PartSource {
    private let counter: OpenSources
    private var left = 5

    init(_ counter: OpenSources) {
        self.counter = counter
        counter.add(1)
    }

    deinit { counter.add(-1) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard left > 0 else { return 0 }
        left -= 1
        buffer[0] = 0x78
        return 1
    }
}

extension TemporaryFolder {
    /// Writes a form to a file: its bytes, and how many of them were moved there without being read.
    fileprivate func write(_ writer: MultipartWriter, to name: String, movingAtMost limit: Int) throws
        -> (bytes: [UInt8], moved: Int)
    {
        let output = try self.write([], to: name)
        let file = try #require(FileHandle(forWritingAtPath: output))
        let pull = writer.pull()
        var moved = 0
        while true {
            let count = try pull.move(atMost: limit, to: file.fileDescriptor)
            moved += count
            if count > 0 { continue }
            // One byte at a time, so that no file's byte is read with what stands before it.
            let chunk = try pull.chunk(ofAtMost: 1)
            if chunk.isEmpty { break }
            try file.write(contentsOf: chunk)
        }
        try file.close()
        return (try [UInt8](Data(contentsOf: URL(fileURLWithPath: output))), moved)
    }
}
