import Foundation
import InspectionRules
import Pipeline
import Shell
import TestSupport
import Testing

/// How often captures are read for comparisons, and what is kept of them.
struct ComparisonReadingTests {
    /// A file with raw requests, each with one field.
    private static func write(_ count: Int, to name: String, in folder: TemporaryFolder) throws -> String {
        let body = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n--B--\r\n"
        let head = "POST /u HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\n"
        let request = "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        return try folder.write(Array(String(repeating: request, count: count).utf8), to: name)
    }

    private static func read(_ groups: [[RequestPlace]], waitingLimit: Int = 10_000) throws -> (
        names: [[String]], reading: ComparisonReading
    ) {
        var names: [[String]] = []
        var reading = ComparisonReading(
            groups,
            as: .capture(format: nil),
            InspectionOptions(.standard),
            waitingLimit: waitingLimit
        )
        try reading.read { group, requests in
            for place in group { _ = try requests.exchange(place) }
            names.append(group.map(\.name))
        }
        return (names, reading)
    }

    @Test func `a capture is read once for all its uploads, and one of them is kept at a time`() throws {
        let folder = try TemporaryFolder()
        let path = try Self.write(300, to: "a.http", in: folder)
        let groups = (1...300).map { [RequestPlace(path: path, number: $0)] }
        let (names, reading) = try Self.read(groups)
        #expect(names == groups.map { $0.map(\.name) })
        #expect(reading.passCount == 1)
        #expect(reading.keptCount == 1)
    }

    @Test func `captures that are compared with one another are read once each, in batches`() throws {
        let folder = try TemporaryFolder()
        let one = try Self.write(30, to: "a.http", in: folder)
        let other = try Self.write(30, to: "b.http", in: folder)
        let groups = (1...30).map { number in [one, other].map { RequestPlace(path: $0, number: number) } }
        let (names, reading) = try Self.read(groups)
        #expect(names == groups.map { $0.map(\.name) })
        #expect(reading.passCount == 2)
        #expect(reading.keptCount == 31)
        let (again, batched) = try Self.read(groups, waitingLimit: 10)
        #expect(again == names)
        #expect(batched.passCount == 6)
        #expect(batched.keptCount == 11)
    }

    @Test func `a model is kept while others are held against it`() throws {
        let folder = try TemporaryFolder()
        let path = try Self.write(30, to: "a.http", in: folder)
        let model = RequestPlace(path: path, number: 4)
        let groups = (5...30).map { [model, RequestPlace(path: path, number: $0)] }
        let (names, reading) = try Self.read(groups)
        #expect(names.count == 26)
        #expect(reading.passCount == 1)
        #expect(reading.keptCount == 2)
    }

    @Test func `a request that is not there is named`() throws {
        let folder = try TemporaryFolder()
        let path = try Self.write(3, to: "a.http", in: folder)
        #expect {
            try Self.read([[RequestPlace(path: path, number: 2)], [RequestPlace(path: path, number: 4)]])
        } throws: { error in
            "\(error)".contains("has no exchange 4")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a FIFO that is named like a key log does not block`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            [UInt8](Data(contentsOf: URL(fileURLWithPath: Checkout.path("Captures/curl/plain.pcap")))),
            to: "a.pcap"
        )
        #expect(mkfifo(folder.path + "/a.keys", 0o600) == 0)
        let run = CommandRun(["check", path])
        #expect(run.status == .fine)
        #expect(run.output.contains("conforms"))
    }
}
