import Bytes
import Forms
import Inspection

/// `contract/field-kind`: a part is a file where the contract demands a text, or a text where it demands a
/// file.
struct ContractFieldKind: PartContractRule {
    let contract: Contract
    let id = "contract/field-kind"
    let title = "a text where the contract has a file, or the other way round"
    let rationale = """
        A filename parameter decides whether servers take a part for a file: with one, PHP puts it into $_FILES and Express \
        hands it to multer; without one, it is a text, and a file that was sent as one is not found.
        """
    let hint = "Send files with a filename parameter, and texts without one."

    let examples: [RuleExample] = [
        .violating(
            ContractExample.form(image: ContractExample.part("▸image_file", "⟨FF⟩⟨D8⟩⟨FF⟩")),
            remark: "a file without a filename"
        ),
        .violating(
            ContractExample.form(
                context: "--AaB03x⏎Content-Disposition: form-data; name=\"▸context\"; filename=\"blob\"⏎⏎x⏎"
            ),
            remark: "a text that was appended as a Blob"
        ),
        .nearMiss(ContractExample.form()),
    ]

    func deviation(of part: BodyPart, from demand: FieldDemand) -> Deviation? {
        guard let kind = demand.kind, part.isFile != (kind == .file) else { return nil }
        let found =
            part.isFile ? "has a filename, so that it is a file" : "has no filename, so that it is a text"
        return Deviation(
            message: "the field \(part.shownName) \(found); the contract has a \(kind.rawValue)",
            range: part.namePlace
        )
    }
}
