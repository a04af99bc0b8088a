import Bytes
import CaptureSources
import Testing

/// When exchanges were, by logs that say it in their own ways.
struct LogTimeTests {
    private func trace(_ start: String, _ end: String, date: String?) -> String {
        let line = date.map { "Date: \($0)\r\n" } ?? "Age: 0\r\n"
        let hex = Array(line.utf8).map { (($0 < 16) ? "0" : "") + String($0, radix: 16) }
        let rows = stride(from: 0, to: hex.count, by: 16).map { index in
            let digits = hex[index..<min(index + 16, hex.count)].map { $0 + " " }.joined()
            let offset = String(index, radix: 16)
            return String(repeating: "0", count: 4 - offset.count) + "\(offset): "
                + digits + String(repeating: " ", count: 48 - digits.count) + "x"
        }
        return """
            \(start) == Info: Connected to h (10.0.0.1) port 80 (#0)
            \(start) => Send header, 18 bytes (0x12)
            0000: 50 55 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a PUT / HTTP/1.1..
            0010: 0d 0a                                           ..
            \(end) <= Recv header, 17 bytes (0x11)
            0000: 48 54 54 50 2f 31 2e 31 20 32 30 30 20 4f 4b 0d HTTP/1.1 200 OK.
            0010: 0a                                              .
            \(end) <= Recv header, \(hex.count) bytes (0x0)
            \(rows.joined(separator: "\n"))
            """
    }

    private static let midnight: Int64 = 1_795_219_200

    @Test(arguments: [
        // Curl's clock shows UTC, or is two hours ahead, or behind by five and a half; or the day ends meanwhile.
        ("01:58:07.250000", "01:58:09.500000", "Sat, 21 Nov 2026 01:58:09 GMT", 7087.25, 7089.5),
        ("03:58:07.250000", "03:58:09.500000", "Sat, 21 Nov 2026 01:58:10 GMT", 7087.25, 7089.5),
        ("20:28:07.250000", "20:28:09.500000", "Sat, 21 Nov 2026 01:58:09 GMT", 7087.25, 7089.5),
        ("23:59:59.000000", "00:00:01.000000", "Sat, 21 Nov 2026 00:00:01 GMT", -1, 1),
        ("01:59:59.000000", "02:00:01.000000", "Sat, 21 Nov 2026 00:00:00 GMT", -1, 1),
    ])
    func `a trace with times of day has moments where the server says its date`(
        _ start: String,
        _ end: String,
        _ date: String,
        _ first: Double,
        _ last: Double
    ) throws {
        let log = try LogRecorder.read(trace(start, end, date: date), as: .curlTrace)
        let note = try #require(log.entries.first?.note)
        let seconds = { (time: Timestamp?) in
            time.map { Double($0.nanoseconds - Self.midnight * 1_000_000_000) / 1e9 }
        }
        #expect(seconds(note.requestStart) == first && seconds(note.responseStart) == last)
        #expect(note.comment == nil)
    }

    @Test(arguments: [nil, "Sat, 21 Nov 2026 02:05:40 GMT", "yesterday"])
    func `a trace has no moments where the date is missing, or no zone explains the difference`(
        _ date: String?
    ) throws {
        let log = try LogRecorder.read(trace("01:58:07.25", "01:58:09.5", date: date), as: .curlTrace)
        let note = try #require(log.entries.first?.note)
        #expect(note.requestStart == nil && note.comment == "began at 01:58:07.25 by curl's clock")
    }

    @Test(arguments: [
        ("Sun Feb 19 20:42:20 EST 2017", 1_487_554_940), ("Sat Nov 21 01:58:09 GMT 2026", 1_795_226_289),
        ("Sat Nov 21 03:58:09 GMT+02:00 2026", 1_795_226_289), ("Sat Nov 21 01:58:09 CST 2026", nil),
        ("Sat Nov 31 99:58:09 GMT 2026", nil), ("2026-11-21", nil),
    ])
    func `an item of Burp has the moment that it names, unless its zone may be several`(
        _ text: String,
        _ seconds: Int64?
    ) throws {
        let items = """
            <?xml version="1.0"?><items burpVersion="1"><item><time>\(text)</time><url>http://h/</url>
            <request base64="true">R0VUIC8gSFRUUC8xLjENCg0K</request></item></items>
            """
        let note = try #require(try LogRecorder.read(items, as: .burpXML).entries.first?.note)
        #expect(note.requestStart?.nanoseconds == seconds.map { $0 * 1_000_000_000 })
    }
}
