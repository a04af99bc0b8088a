import Bytes
import Forms

/// The content that a part was meant to have.
struct RepairedContent {
    /// The greatest length in bytes of encoded or printed content that is decoded in memory: more is an encoded
    /// file.
    private static let decodingLimit = 64 * 1024 * 1024

    /// The changes to what was sent; none where that is it.
    let edits: [EditedBody.Edit]

    /// Determines the content.
    ///
    /// - Parameters:
    ///   - part: the part.
    ///   - range: its content as it was sent.
    ///   - body: the bytes.
    ///   - rules: the rules that found something in the part.
    ///   - choices: what the user says.
    /// - Throws: a ``RepairRefusal`` where it was not sent, or cannot be decoded.
    init(
        of part: BodyPart,
        _ range: Range<Int>,
        in body: EditedBody,
        _ rules: Set<String>,
        _ choices: RepairChoices
    )
        throws
    {
        let number = part.number
        if rules.contains("part/stringified-object"), !choices.keepsPrinted {
            let bytes = try range.count <= Self.decodingLimit ? PrintedBytes.read(body.bytes(range)) : nil
            guard let bytes else {
                throw RepairRefusal(
                    "the bytes of part \(number) were never sent, only the text that stands for them "
                        + "(part/stringified-object at offset \(range.lowerBound))",
                    "--keep-printed keeps the text as the value"
                )
            }
            let words = "wrote the \(bytes.count.grouped) bytes that the text of part \(number) stands for"
            edits = [EditedBody.Edit(range: range, bytes: bytes, words: words)]
            return
        }
        let coding = part.header.value(named: "content-transfer-encoding")
        if let coding,
            !["7bit", "8bit", "binary"].contains(String(decoding: coding, as: UTF8.self).lowercased())
        {
            guard range.count <= Self.decodingLimit,
                let bytes = TransferDecoding.decode(try body.bytes(range), coding)
            else {
                throw RepairRefusal(
                    "the content of part \(number) cannot be decoded from \(PrintableText.text(coding, limit: 40))"
                )
            }
            let words =
                "decoded the content of part \(number) from \(PrintableText.text(coding, limit: 40)) "
                + "(\(range.count.grouped) bytes to \(bytes.count.grouped))"
            edits = [EditedBody.Edit(range: range, bytes: bytes, words: words)]
            return
        }
        let stray = Self.strayBreak(in: part, try body.bytes(range.prefix(16)))
        edits =
            stray == 0
            ? []
            : [
                EditedBody.Edit(
                    range: range.prefix(stray),
                    bytes: [],
                    words: "removed the line break before the content of part \(number)"
                )
            ]
    }

    /// The length of a line break before a file's signature: a blank line too many, which no file begins with.
    private static func strayBreak(in part: BodyPart, _ opening: [UInt8]) -> Int {
        let breaks = opening.prefix(while: \.isLineBreak).count
        guard part.isFile, breaks > 0, breaks <= 4, FileSignature(opening.dropFirst(breaks)) != nil else {
            return 0
        }
        return breaks
    }
}
