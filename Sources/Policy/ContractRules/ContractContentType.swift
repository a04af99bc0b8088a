import Bytes
import Forms
import Inspection

/// `contract/content-type`: a part declares another media type than the contract allows.
struct ContractContentType: PartContractRule {
    let contract: Contract
    let id = "contract/content-type"
    let title = "another Content-Type than the contract has"
    let rationale = """
        Servers that accept a few types only compare the declared one, and answer any other with 415 or 422, whatever the \
        file is.
        """
    let hint = "Declare the type that the contract has for this part."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(image: ContractExample.file(type: "▸application/octet-stream")),
            remark: "the client did not know the type"
        ),
        .nearMiss(
            ContractExample.form(image: ContractExample.file(type: "Image/JPEG")),
            remark: "types are compared without regard to case"
        ),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        guard !demand.contentTypes.isEmpty else { return nil }
        let wanted = demand.contentTypes.map { "`\(PrintableText.text($0, limit: 60))`" }.joined(
            separator: " or "
        )
        guard let type = part.mediaType?.type else {
            // Without a Content-Type a part is text/plain (RFC 7578 §4.4).
            guard !demand.contentTypes.contains("text/plain") else { return nil }
            let end = part.header.range.upperBound
            return Deviation(
                message: "the part \(part.shownName) has no Content-Type, the contract has \(wanted)",
                range: end..<end
            )
        }
        let declared = part.header[type]
        let text = String(decoding: declared, as: UTF8.self).lowercased()
        guard !demand.contentTypes.contains(text) else { return nil }
        return Deviation(
            message: "the Content-Type of \(part.shownName) is `\(PrintableText.text(declared, limit: 60))`, "
                + "the contract has \(wanted)",
            range: type
        )
    }
}
