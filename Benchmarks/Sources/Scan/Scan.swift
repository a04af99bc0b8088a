import CMemmem
import Foundation
import PartwiseForms

/// Reads bodies into memory, then times the judging of each beside the C library's memmem over the same bytes.
///
/// Usage: `Scan BOUNDARY FILE…`. Both run in turn, seven times, and the medians of their CPU times are compared.
@main
enum Scan {
    private static let rounds = 7

    static func main() throws {
        guard CommandLine.arguments.count > 2 else { return print("usage: Scan BOUNDARY FILE…") }
        let boundary = CommandLine.arguments[1]
        print("body                    memmem GB/s   partwise GB/s   ratio   parts")
        for path in CommandLine.arguments.dropFirst(2) {
            let body = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            var limits: [Double] = []
            var times: [Double] = []
            var parts = 0
            for _ in 0..<rounds {
                limits.append(time { _ = delimiters(in: body, of: boundary) })
                times.append(
                    time {
                        let type = "multipart/form-data; boundary=\(boundary)"
                        parts = FormCheck(body: body, contentType: type).partCount
                    }
                )
            }
            let size = Double(body.count) / 1e9
            let limit = size / median(limits)
            let speed = size / median(times)
            let name = URL(fileURLWithPath: path).lastPathComponent
            print(
                name.padding(toLength: 24, withPad: " ", startingAt: 0)
                    + String(format: "%11.2f %15.2f %7.2f %7d", limit, speed, speed / limit, parts)
            )
        }
    }

    private static func delimiters(in body: [UInt8], of boundary: String) -> Int {
        let needle = Array("\r\n--\(boundary)".utf8)
        return body.withUnsafeBytes { bytes in
            needle.withUnsafeBytes { needle in
                count_by_memmem(bytes.baseAddress, bytes.count, needle.baseAddress, needle.count)
            }
        }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// The CPU seconds that `body` takes.
    private static func time(_ body: () -> Void) -> Double {
        let start = clock()
        body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
}
