import Bytes
import Exchanges
import Forms
import Inspection
import Pipeline
import TestSupport
import Testing

struct InterleavedTests {
    private func request(_ index: Int) -> [UInt8] {
        let content = String(repeating: "x", count: index % 50)
        let body =
            "--B0ndary-of-\(index)\r\nContent-Disposition: form-data; name=\"n\(index)\"\r\n\r\n\(content)\r\n"
            + "--B0ndary-of-\(index)--\r\n"
        let head =
            "POST /\(index) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Content-Type: multipart/form-data; boundary=B0ndary-of-\(index)\r\n\r\n"
        return Array((head + body).utf8)
    }

    @Test(arguments: [1, 2, 256, 257, 700])
    func `uploads that arrive at the same time are told apart, however many there are`(count: Int) throws {
        let file = WrittenCapture.interleaved((0..<count).map(request))
        let found = try CollectedCapture.read(file, name: "interleaved.pcap")
        #expect(found.exchanges.map(\.number) == Array(1...count))
        for (index, exchange) in found.exchanges.enumerated() {
            let parts = exchange.form?.parts ?? []
            #expect(exchange.exchange.target == "/\(index)")
            #expect(parts.compactMap(\.name).map { Array($0) } == [Array("n\(index)".utf8)])
            #expect(parts.map(\.content.count) == [index % 50])
        }
        #expect(found.rules(atLeast: .warning).isEmpty)
    }
}
