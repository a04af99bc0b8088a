import Bytes
import Forms
import Inspection

/// `contract/filename`: a filename is not one that the contract allows.
struct ContractFilename: PartContractRule {
    let contract: Contract
    let id = "contract/filename"
    let title = "another filename than the contract has"
    let rationale = """
        Servers take the kind of a file from its extension, and some look for one name only; a name that a \
        client makes up anew each time breaks what is built on it.
        """
    let hint = "Send the filename that the contract has, or let the contract allow this one."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(image: ContractExample.file(name: "▸IMG_0001.HEIC")),
            remark: "the name of the original was sent"
        ),
        .nearMiss(ContractExample.form()),
        .nearMiss(
            ContractExample.form(image: ContractExample.part("image_file", "1")),
            remark: "without a filename it is not a file: contract/field-kind reports it"
        ),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        guard !demand.filename.isEmpty, let filename = part.disposition?.filename else { return nil }
        let name = part.header[filename.value]
        guard !demand.filename.accepts(String(decoding: name, as: UTF8.self)) else { return nil }
        return Deviation(
            message: "the filename of \(part.shownName) is `\(PrintableText.text(name, limit: 80))`, "
                + "the contract has \(demand.filename.words)",
            range: filename.value
        )
    }
}
