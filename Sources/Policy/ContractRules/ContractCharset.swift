import Bytes
import Forms
import Inspection

/// `contract/charset`: a value holds bytes that are not valid in the contract's charset.
struct ContractCharset: PartContractRule {
    let contract: Contract
    let id = "contract/charset"
    let title = "a value in another charset than the contract has"
    let rationale = """
        A text in another charset arrives as question marks, or as two letters for one, and is stored so. \
        The first 1,024 bytes of each part are looked at.
        """
    let hint = "Encode texts as the contract has it: as UTF-8, unless the server is very old."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(context: ContractExample.part("context", "caf▸⟨E9⟩")),
            remark: "Latin-1 where ASCII is demanded"
        ),
        .nearMiss(ContractExample.form(context: ContractExample.part("context", "cafe"))),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        guard let charset = demand.charset else { return nil }
        // The last character of the sample may be cut.
        let isWhole = part.content.count <= part.facts.sample.count
        let sample = isWhole ? part.facts.sample[...] : part.facts.sample.dropLast(3)
        let first: Int?
        switch charset {
        case .ascii: first = sample.firstIndex { $0 >= 0x80 }
        case .utf8: first = sample.firstInvalidUTF8.map { isWhole || $0 < sample.count - 3 ? $0 : nil } ?? nil
        }
        guard let first else { return nil }
        let place = part.content.lowerBound + first
        let byte = String(sample[first], radix: 16, uppercase: true)
        return Deviation(
            message: "the value of \(part.shownName) has the byte 0x\(byte), which is not \(charset.words)",
            range: place..<(place + 1)
        )
    }
}

extension FieldDemand.Charset {
    /// Its common name.
    fileprivate var words: String {
        switch self {
        case .utf8: "UTF-8"
        case .ascii: "ASCII"
        }
    }
}
