import Inspection
import InspectionRules
import TestSupport
import Testing

@testable import Pipeline

/// Exchanges that are handed on some at a time.
struct BatchedExchangeTests {
    @Test(arguments: [1, 2], [1, 5, 6, 7, 20])
    func `all exchanges before the damage of a capture are handed on`(_ threads: Int, _ count: Int) throws {
        let folder = try TemporaryFolder()
        var capture: [UInt8] = []
        for port in 20_000..<(20_000 + count) {
            let connection = PagedUpload.connection([PagedUpload.upload(), PagedUpload.done], port: port)
            capture += connection.dropFirst(capture.isEmpty ? 0 : 24)
        }
        // The header of a packet of 4 GiB.
        let path = try folder.write(capture + [UInt8](repeating: 0xFF, count: 16), to: "damaged.pcap")
        var options = InspectionOptions(.standard)
        options.threads = threads
        options.spread.fileBytes = 0
        var handler = DescribedExchanges()
        let said = try handler.read(path, options)
        #expect(handler.lines.map { $0.prefix { $0 != "," } } == (1...count).map { "\($0)" })
        #expect(said.contains { $0.hasSuffix(", \(count), \(count)") })
        #expect(said.contains { $0.contains("4294967295 bytes") })
    }
}
