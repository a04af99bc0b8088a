import Bytes
import CZlib
import CaptureSources
import Foundation
import TestSupport
import Testing

@Suite struct ByteSourceTests {
    /// Compresses bytes into one gzip member.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + 200)
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                deflate(&stream, Z_FINISH)
            }
        }
        return Array(output.prefix(Int(stream.total_out)))
    }

    private func read(_ source: inout ByteSource) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let block = try source.next { span in span.withUnsafeBytes { [UInt8]($0) } }
            guard let block else { return bytes }
            #expect(!block.isEmpty)
            bytes += block
        }
    }

    private static let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

    @Test(arguments: [16, 100, 4_096, ByteSource.defaultBlockSize], [false, true])
    func `gives the bytes in blocks, peeked ones too`(blockSize: Int, isCompressed: Bool) throws {
        let input = isCompressed ? Self.gzip(Self.bytes) : Self.bytes
        for peeked in [0, 1, 16, 5_000] {
            var source = try ByteSource(name: "x", bytes: input, blockSize: blockSize)
            #expect(try source.peek(peeked) == Array(Self.bytes.prefix(min(peeked, blockSize))))
            #expect(try read(&source) == Self.bytes)
            #expect(source.isCompressed == isCompressed)
            #expect(source.problem == nil)
        }
    }

    @Test func `joins the members of gzip, and passes over zeros after them`() throws {
        let input = Self.gzip([1, 2]) + Self.gzip([]) + Self.gzip([3]) + [0, 0, 0]
        for blockSize in [16, 17, 1_000] {
            var source = try ByteSource(name: "x", bytes: input, blockSize: blockSize)
            #expect(try read(&source) == [1, 2, 3])
            #expect(source.problem == nil)
        }
    }

    @Test func `inflates far more than a block from a few bytes`() throws {
        let zeros = [UInt8](repeating: 0, count: 1_000_000)
        var source = try ByteSource(name: "x", bytes: Self.gzip(zeros), blockSize: 64)
        #expect(try read(&source) == zeros)
    }

    @Test func `gives all that stands before damage to gzip, and tells of it`() throws {
        let input = Self.gzip(Self.bytes)
        for length in stride(from: 12, to: input.count, by: 7) {
            var source = try ByteSource(name: "x", bytes: Array(input.prefix(length)), blockSize: 64)
            #expect(Self.bytes.starts(with: try read(&source)))
            #expect(source.problem?.kind == .truncatedFile)
            #expect(
                source.problem?.message == "the compressed data is cut off (at byte \(length) of the file)"
            )
        }
        var spoilt = try ByteSource(name: "x", bytes: input.dropLast(8) + [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(try read(&spoilt) == Self.bytes)
        #expect(
            spoilt.problem?.message.hasPrefix("the compressed data is damaged: incorrect data check") == true
        )
        var followed = try ByteSource(name: "x", bytes: Self.gzip([1]) + [7, 7])
        #expect(try read(&followed) == [1])
        #expect(
            followed.problem?.message.hasPrefix("the bytes after the compressed data are not gzip") == true
        )
    }

    @Test(arguments: [128, 1_000, 4_096])
    func `a file that another thread reads ahead gives the same bytes`(blockSize: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 + $0 / 3_000) }
        let compressed = Self.gzip(bytes)
        let inputs = [
            bytes, Array(bytes.prefix(8 * blockSize)), compressed, compressed + compressed,
            Array(compressed.dropLast(100)), compressed + [7],
        ]
        for (index, input) in inputs.enumerated() {
            let path = try folder.write(input, to: "\(index)")
            var here = try ByteSource(path: path, blockSize: blockSize)
            var ahead = try ByteSource(path: path, blockSize: blockSize, readingAhead: .always)
            #expect(try ahead.peek(100) == here.peek(100))
            #expect(try read(&ahead) == read(&here))
            #expect(ahead.problem == here.problem)
            #expect(ahead.isCompressed == here.isCompressed)
            #expect(try read(&ahead) == [], "there is nothing after the end")
        }
        let path = try folder.write(bytes, to: "unread")
        for _ in 0..<50 { _ = try ByteSource(path: path, blockSize: blockSize, readingAhead: .always) }
    }

    /// Bytes of which no two stretches begin alike.
    private static func longBytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let number = bytes.count / 4_093
            bytes += Self.bytes.prefix(4_085) + withUnsafeBytes(of: number) { [UInt8]($0) }
        }
        return Array(bytes.prefix(count))
    }

    @Test(arguments: [(9 << 20) + 5, 8 << 20], [false, true])
    func `a long file gives its bytes piece by piece where it is`(length: Int, isReadAhead: Bool) throws {
        let folder = try TemporaryFolder()
        let bytes = Self.longBytes(length)
        let path = try folder.write(bytes, to: "long")
        var source = try ByteSource(path: path, readingAhead: isReadAhead ? .always : .never)
        #expect(try source.peek(5) == Array(bytes.prefix(5)))
        var (offset, isSame) = (0, true)
        while let count = try source.next({ piece in
            isSame =
                isSame && piece.begins(with: bytes.span.bytes.extracting(offset..<(offset + piece.byteCount)))
            return piece.byteCount
        }) {
            #expect(count <= ByteSource.defaultBlockSize)
            offset += count
        }
        #expect(isSame)
        #expect(offset == length)
    }

    @Test func `a file that grows while it is read is read to its new end`() throws {
        let folder = try TemporaryFolder()
        let bytes = Self.longBytes(5 << 20)
        let path = try folder.write(Array(bytes.prefix(3 << 20)), to: "growing")
        var source = try ByteSource(path: path)
        let first = try source.next { $0.withUnsafeBytes { Array($0) } }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(bytes[(3 << 20)...]))
        let whole = try first.map { $0 + (try read(&source)) }
        #expect(whole.map { $0 == bytes } == true)
    }

    @Test(arguments: [0, 100, 4_096, 300_000])
    func `of a file that becomes shorter while it is read what is left is read`(length: Int) throws {
        let folder = try TemporaryFolder()
        let bytes = Self.longBytes(5 << 20)
        for _ in 0..<3 {
            let path = try folder.write(bytes, to: "cut")
            var source = try ByteSource(path: path)
            let piece = try source.next { piece in
                truncate(path, length)
                return piece.withUnsafeBytes { Array($0) }
            }
            let kept = min(length, ByteSource.defaultBlockSize)
            // A difference of so many bytes would be looked for by the test.
            #expect(piece.map { $0.prefix(kept) == bytes.prefix(kept) } == true)
            let rest = try read(&source)
            let left = "the file became shorter while it was read: it has \(length) bytes now"
            #expect(source.problem?.message == left)
            #expect(rest.elementsEqual(bytes.prefix(length).dropFirst(ByteSource.defaultBlockSize)))
        }
    }

    @Test func `says in one line why a file cannot be read`() {
        #expect(failure("/nowhere/at/all")?.description == "/nowhere/at/all: no such file")
        #expect(failure("/")?.description == "/: is a directory")
        #expect(failure("/dev/null")?.description == "/dev/null: is empty")
    }

    private func failure(_ path: String) -> ByteSource.Failure? {
        do throws(ByteSource.Failure) {
            _ = try ByteSource(path: path)
            return nil
        } catch {
            return error
        }
    }
}
