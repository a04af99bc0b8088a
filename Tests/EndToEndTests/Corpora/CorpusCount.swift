import Foundation
import TestSupport
import Testing

/// A capture that another project publishes, and how much tshark 4.0 finds in it.
///
/// Counted with `-o tcp.reassemble_out_of_order:TRUE`: the requests of `http.request` and the header
/// blocks with `http2.headers.method`, and the parts in their bodies.
struct CorpusCount: Sendable, CustomTestStringConvertible {
    /// A count that is not tshark's.
    struct Difference: Sendable {
        /// How many requests there are.
        let requests: Int
        /// How many parts their bodies have.
        let parts: Int
        /// The bytes that show it: a start line that was read, or where fewer are counted, what stands there instead.
        let bytes: [UInt8]
        /// Why.
        let reason: String
    }

    /// The path below the folder of corpora.
    let name: String
    /// How many requests tshark counts.
    let requests: Int
    /// How many parts tshark counts.
    let parts: Int
    /// Where it is otherwise.
    let difference: Difference?

    var testDescription: String { name }

    /// The lines of `corpora.tsv`.
    static var all: [CorpusCount] {
        let table = Checkout.path("Tests/EndToEndTests/Corpora/corpora.tsv")
        let lines = (try? String(contentsOfFile: table, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.dropFirst().map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return CorpusCount(
                name: cells[0],
                requests: Int(cells[1]) ?? -1,
                parts: Int(cells[2]) ?? -1,
                difference: cells.count < 7
                    ? nil
                    : Difference(
                        requests: Int(cells[3]) ?? -1,
                        parts: Int(cells[4]) ?? -1,
                        bytes: bytes(of: cells[5]),
                        reason: cells[6]
                    )
            )
        }
    }

    /// The bytes of a text in which `\xNN` stands for a byte.
    private static func bytes(of text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Substring(text)
        while let first = rest.first {
            if rest.hasPrefix("\\x"), let byte = UInt8(rest.dropFirst(2).prefix(2), radix: 16) {
                result.append(byte)
                rest = rest.dropFirst(4)
            } else {
                result += Array(String(first).utf8)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
