import Exchanges
import Foundation
import TestSupport
import Testing

/// What is estimated that a message takes in memory, beside what it takes.
struct MessageMemoryTests {
    /// The bytes of memory that the process has, without what it has of files; `nil` where the system does not say.
    ///
    /// What `statm` says is counted by processor, and may be some hundred kilobytes off.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8) else {
            return nil
        }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Reads many requests with so many field lines, and adds them to those that are kept: the bytes that each takes, and
    /// those that are estimated.
    private static func bytesPerMessage(_ lines: Int, _ kept: inout [Message]) throws -> (
        taken: Int, estimated: Int
    ) {
        let fields = (1..<lines).map { "X-Field-\($0): a value of some length\r\n" }.joined()
        let text = "GET /up HTTP/1.1\r\nHost: up.test\r\n\(fields)\r\n"
        // What reading takes once is taken before.
        let first = try #require(play([.client(text)]).request)
        let before = try #require(residentBytes)
        for _ in 0..<count { kept.append(try #require(play([.client(text)]).request)) }
        let after = try #require(residentBytes)
        return ((after - before) / count, first.memoryBytes)
    }

    /// How many requests are read.
    private static let count = 2_000

    // A process of its own, in which no other test allocates.
    @Test(
        .enabled(if: residentBytes != nil, "needs /proc/self/smaps_rollup"),
        .disabled(if: TestScope.isSanitized, "a sanitizer takes memory of its own")
    )
    func `a message takes about as much memory as is estimated`() async {
        await #expect(processExitsWith: .success) {
            // Memory that is given back would be taken again.
            var kept: [Message] = []
            kept.reserveCapacity(2 * Self.count)
            for lines in [1, 13] {
                let bytes = try Self.bytesPerMessage(lines, &kept)
                let distance = abs(bytes.taken - bytes.estimated)
                #expect(distance < bytes.taken / 10, "\(lines) lines: \(bytes)")
            }
        }
    }
}
