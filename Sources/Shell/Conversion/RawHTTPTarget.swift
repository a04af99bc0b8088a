import Bytes
import Exchanges
import Pipeline

/// Writes raw messages, one in each file: the request under the given name, the response beside it.
///
/// ```
///   -o upload.http   one exchange      upload.http     upload.response.http
///                    several           upload-3.http   upload-3.response.http
/// ```
package final class RawHTTPTarget: ConversionTarget {
    private let path: String
    private var isNumbered = false
    /// The first exchange, until a second one is known or excluded.
    private var first: ConvertedExchange?
    /// What could not be held, so far.
    package private(set) var remarks = ConversionRemarks()
    /// The number of exchanges that were written.
    package private(set) var writtenCount = 0

    /// Writes to files that are named after `path`; `-` is standard output, for one request.
    package init(path: String) {
        self.path = path
    }

    /// Writes the next exchange, or remarks why it is left out.
    package func write(_ converted: ConvertedExchange) throws {
        if let first = first.take() {
            isNumbered = true
            try writeFiles(first)
        }
        if isNumbered { try writeFiles(converted) } else { first = converted }
    }

    /// Ends the output after the last exchange.
    package func finish() throws {
        if let first = first.take() { try writeFiles(first) }
    }

    private func writeFiles(_ converted: ConvertedExchange) throws {
        let number = converted.number
        let exchange = converted.exchange
        guard let message = exchange.request, let kept = converted.kept.request else {
            return remarks.add("left out, because the request is not in the capture", of: number)
        }
        guard path != "-" || writtenCount == 0 else {
            return remarks.add("left out, because standard output takes one request", of: number)
        }
        let written = WrittenMessage(request: kept, message, of: converted.inspected)
        guard written.missingBytes == 0, !converted.inspected.lacksEnd, !message.head.hasGap,
            message.content.completion != .captureEnded
        else {
            return remarks.add("left out, because bytes of the request are not in the capture", of: number)
        }
        for remark in written.remarks { remarks.add(remark, of: number) }
        try write(written, to: isNumbered ? Self.name(path, adding: "-\(number)") : path)
        writtenCount += 1
        try writeResponse(converted)
    }

    private func writeResponse(_ converted: ConvertedExchange) throws {
        let number = converted.number
        guard let message = converted.exchange.response, let kept = converted.kept.response else { return }
        if path == "-" { return remarks.add("the response is left out of standard output", of: number) }
        let written = WrittenMessage(response: kept, message, of: converted.exchange)
        guard written.missingBytes == 0, message.content.completion != .captureEnded else {
            let isAbsent = HeldContent(kept, message) == .absent
            let lack = isAbsent ? "its content" : "all bytes of it"
            return remarks.add(
                "the response is left out, because the capture does not hold \(lack)",
                of: number
            )
        }
        for remark in written.remarks { remarks.add("of the response, \(remark)", of: number) }
        let addition = isNumbered ? "-\(number).response" : ".response"
        try write(written, to: Self.name(path, adding: addition))
    }

    private func write(_ message: WrittenMessage, to path: String) throws {
        let file = path == "-" ? OutputFile() : try OutputFile(replacing: path)
        try message.forEachPiece { if case .bytes(let bytes) = $0 { try file.write(bytes) } }
        try file.finish()
    }

    /// A path with text inserted before the extension of its last component.
    package static func name(_ path: String, adding text: String) -> String {
        let start =
            path.lastIndex(ofScalar: "/").map { path.unicodeScalars.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(ofScalar: "."), dot > start else { return path + text }
        return path[..<dot] + text + path[dot...]
    }
}
