import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Shell

/// What is printed while nobody reads it, which live commands go on beside.
struct DetachedOutputTests {
    /// A pipe that holds less than is printed.
    private struct Pipe {
        let reader: CInt
        let writer: CInt

        init() {
            var ends: [CInt] = [0, 0]
            #expect(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        /// The bytes up to the end, or a number of them.
        func read(_ count: Int = .max) -> [UInt8] {
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
            while bytes.count < count {
                let count = Glibc.read(reader, &piece, min(piece.count, count - bytes.count))
                guard count > 0 else { break }
                bytes += piece[..<count]
            }
            return bytes
        }
    }

    private static let line = Array(String(repeating: "x", count: 999).utf8) + [0x0A]

    @Test
    func `what is printed while nothing is read waits, and comes in order`() {
        let pipe = Pipe()
        let other = dup(pipe.writer)
        let output = DetachedOutput()
        // More than a pipe holds.
        let numbers = (0..<2_000).map { Array("\($0)".utf8) + Self.line }
        for (index, line) in numbers.enumerated() {
            output.write(line, to: index % 3 == 0 ? other : pipe.writer)
        }
        #expect(pipe.read(numbers.joined().count) == Array(numbers.joined()))
        output.finish()
        for descriptor in [pipe.reader, pipe.writer, other] { close(descriptor) }
    }

    @Test
    func `what finds no room is left out by whole lines, and they are counted`() {
        let pipe = Pipe()
        let remarks = Pipe()
        let output = DetachedOutput(limit: 100_000, remarks: remarks.writer)
        for _ in 0..<300 { output.write(Self.line, to: pipe.writer) }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            output.finish()
            close(pipe.writer)
            close(remarks.writer)
            done.signal()
        }
        let count = pipe.read().count
        done.wait()
        #expect(count % Self.line.count == 0)
        // What waited, and what the pipe held beside it.
        #expect((100_000..<200_000).contains(count))
        let leftOut = 300 - count / Self.line.count
        // They are told whenever what waited is written: of a thread that begins late, more than once.
        let told = String(decoding: remarks.read(), as: UTF8.self).split(separator: "\n").map { line in
            #expect(line.hasPrefix("partwise: "))
            #expect(line.hasSuffix(" left out: the output was not read in time"))
            return Int(line.split(separator: " ")[1]) ?? 0
        }
        #expect(told.reduce(0, +) == leftOut)
        close(pipe.reader)
        close(remarks.reader)
    }

    @Test
    func `a reader that goes is told, and what follows is dropped`() {
        let pipe = Pipe()
        signal(SIGPIPE, SIG_IGN)
        let output = DetachedOutput()
        let told = Atomic(0)
        output.whenClosed { told.add(1, ordering: .relaxed) }
        close(pipe.reader)
        output.write(Self.line, to: pipe.writer)
        output.finish()
        output.write(Self.line, to: pipe.writer)
        output.finish()
        #expect(output.isClosed)
        #expect(!output.hasFailed)
        #expect(told.load(ordering: .relaxed) == 1)
        output.whenClosed { told.add(1, ordering: .relaxed) }
        #expect(told.load(ordering: .relaxed) == 2)
        close(pipe.writer)
    }

    @Test
    func `a full disk is no reader that goes`() {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let remarks = Pipe()
        let output = DetachedOutput(remarks: remarks.writer)
        output.write(Self.line, to: full)
        output.finish()
        #expect(output.hasFailed)
        #expect(!output.isClosed)
        for descriptor in [full, remarks.writer] { close(descriptor) }
        #expect(
            String(decoding: remarks.read(), as: UTF8.self)
                == "partwise: standard output: cannot be written: no space left on device\n"
        )
        close(remarks.reader)
    }
}
