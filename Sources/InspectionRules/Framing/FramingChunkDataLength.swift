import Bytes
import Exchanges
import Inspection

/// `framing/chunk-data-length`: a chunk's data does not end where its size says.
struct FramingChunkDataLength: Rule {
    let id = "framing/chunk-data-length"
    let title = "chunk size differs from its data"
    let severity = Severity.error
    let clauses = [Clause.rfc(9112, "7.1")]
    let rationale = """
        After as many bytes as its size says, a chunk ends with CRLF. Where other bytes follow, the size was wrong: \
        Go says "malformed chunked encoding", Node answers 400, and some servers wait until a timeout.
        """
    let hint = "Take the chunk's size from the bytes that are written (not characters), in hexadecimal."
    let needs = Fidelity.wire
    let headConcerns: HeadTraits = .irregularFraming

    var examples: [RuleExample] {
        [
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎",
                    "41⏎--AaB03x⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x▸--⏎⏎0⏎⏎"
                ),
                remark: "the size is 65, the data has 69 bytes"
            ),
            .violatingRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "69⏎" + RuleExample.oneField + "⏎▸0⏎⏎"),
                remark: "the size is written in decimal digits: read as hexadecimal, it is 105"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎",
                    "20⏎--AaB03x⏎Content-Dis⏎49⏎posit▸ion: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎⏎0⏎⏎"
                ),
                remark: "the sizes of both chunks are written in decimal digits"
            ),
            .violatingRequest(
                RuleExample.upload(
                    "Transfer-Encoding: chunked⏎",
                    "a⏎--AaB03x⏎▸3b⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--AaB03x--⏎⏎0⏎⏎"
                ),
                remark: "the data of the first chunk has no CRLF after it"
            ),
            .nearMissRequest(
                RuleExample.upload("Transfer-Encoding: chunked⏎", "45⏎" + RuleExample.oneField + "⏎0⏎⏎"),
                remark: "the size is that of the data"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        guard let faults = FaultyFraming(context, .chunkDataLength) else {
            guard let last = FaultyFraming.swallowedLastChunk(in: context) else { return }
            let size = FaultyFraming.sizeBeforeSwallowedLastChunk(in: context)
            var decimal: Int?
            if let size, FaultyFraming.mayBeDecimal(size, in: context) { decimal = size }
            report.add(
                self,
                decimal.map { Self.decimal($0) + Self.swallowedThen } ?? Self.swallowed(size),
                at: last,
                in: .wire,
                hint: decimal.map { Self.decimalHint($0) }
            )
            return
        }
        let found = FaultyFraming.bytes(atStream: faults.first.range.lowerBound, in: context)
        let beginsWithSize = Self.beginsWithSize(found)
        let decimal =
            beginsWithSize
            ? nil : FaultyFraming.decimalSize(ofChunkBefore: faults.first.range.lowerBound, in: context)
        report.add(
            self,
            (decimal.map { Self.decimal($0) + ": " } ?? "") + Self.message(found),
            at: faults.first.range,
            in: .wire,
            hint: beginsWithSize ? Self.lineBreakHint : decimal.map { Self.decimalHint($0) }
        )
    }

    private static let lineBreakHint =
        "Write CRLF after the data of each chunk, and do not count it: where the size ends, that of the next chunk follows."

    private static func decimalHint(_ size: Int) -> String {
        "Write the size in hexadecimal: the data has \(size) bytes, which is `\(String(size, radix: 16))`; `\(size)` is "
            + "read as \(Int(String(size), radix: 16) ?? size)."
    }

    private static func decimal(_ size: Int) -> String {
        "the size of a chunk is written in decimal, `\(size)` instead of `\(String(size, radix: 16))`"
    }

    /// Whether bytes begin with the line of a chunk's size: at most eight hexadecimal digits and CRLF.
    private static func beginsWithSize(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.prefix { $0.hexValue != nil }.count
        return (1...8).contains(digits) && bytes.dropFirst(digits).starts(with: [0x0D, 0x0A])
    }

    private static let swallowedThen = ", so that the last chunk `0␍␊␍␊` is read as data of that chunk"

    private static func swallowed(_ size: Int?) -> String {
        "the last chunk `0␍␊␍␊` stands within the data of a chunk, whose size is greater than its data"
            + (size.map { " of \(Quantity.of($0, "byte")), `\(String($0, radix: 16))`" } ?? "")
    }

    private static func message(_ found: ArraySlice<UInt8>) -> String {
        let what = found.isEmpty ? "other bytes" : "`\(PrintableText.text(found))`"
        return "\(what) instead of CRLF where the chunk's data ends according to its size"
    }
}
