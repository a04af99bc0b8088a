import Bytes
import Forms
import Inspection

/// `contract/magic`: the first bytes of a part are not the signature of a file type that the contract allows.
struct ContractMagic: PartContractRule {
    let contract: Contract
    let id = "contract/magic"
    let title = "content of another kind than the contract has"
    let rationale = """
        The first bytes say what a file is, whatever its name and its type say. A photo library hands out HEIC where JPEG \
        was meant, and the server that opens the file fails long after the upload.
        """
    let hint = "Convert the file before it is sent, and look at its first bytes rather than at its name."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(image: ContractExample.file(content: "▸⟨89⟩PNG⏎⟨1A⟩␊")),
            remark: "a PNG under the name of a JPEG"
        ),
        .violating(
            ContractExample.form(image: ContractExample.file(content: "▸data:image/jpeg;base64,/9j/4AAQ")),
            remark: "a data URI instead of the file"
        ),
        .nearMiss(ContractExample.form()),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        guard !demand.magic.isEmpty, part.facts.missingBytes == 0 || part.facts.sample.count >= 12 else {
            return nil
        }
        let found = FileSignature(part.facts.sample[...])
        if let found, demand.magic.contains(found) { return nil }
        let wanted = demand.magic.map(\.rawValue).joined(separator: " or ")
        let words: String
        if let found {
            words = "is \(found.rawValue)"
        } else if part.content.isEmpty {
            words = "is empty"
        } else {
            words = "begins with `\(PrintableText.text(part.facts.sample.prefix(12), limit: 12))`"
        }
        return Deviation(
            message: "the content of \(part.shownName) \(words), the contract has \(wanted)",
            range: part.contentOpening
        )
    }
}
