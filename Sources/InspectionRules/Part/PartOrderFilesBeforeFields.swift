import Bytes
import Forms
import Inspection

/// `part/order-files-before-fields`: a field comes after a file.
struct PartOrderFilesBeforeFields: Rule {
    let id = "part/order-files-before-fields"
    let title = "field after a file"
    let severity = Severity.note
    let clauses = [
        Clause(
            name: "Amazon S3, POST Object: the file is the last field",
            link: "https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html"
        ),
        Clause(
            name: "GraphQL multipart request specification: operations, map, then files",
            link: "https://github.com/jaydenseric/graphql-multipart-request-spec"
        ),
    ]
    let rationale = """
        The order is free, but not all servers wait for the end of the form: S3 and its like ignore fields after the \
        file, GraphQL servers want `operations` and `map` first, and multer handles a file before the fields behind it \
        have arrived.
        """
    let hint = "Append the fields first and the files last."
    let evidence = Evidence.partHeader
    let concerns: FormTraits = .fieldAfterFile

    var examples: [RuleExample] {
        [
            .violating(
                "--AaB03x⏎Content-Disposition: form-data; name=\"file\"; filename=\"x\"⏎⏎1⏎"
                    + "▸--AaB03x⏎Content-Disposition: form-data; name=\"key\"⏎⏎2⏎--AaB03x--⏎",
                remark: "S3 never sees the key"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"key\"⏎⏎2⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"file\"; filename=\"x\"⏎⏎1⏎--AaB03x--⏎",
                remark: "the file is last"
            ),
            .nearMiss(
                "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"x\"⏎⏎1⏎"
                    + "--AaB03x⏎Content-Disposition: form-data; name=\"f\"; filename=\"y\"⏎⏎2⏎--AaB03x--⏎",
                remark: "files only"
            ),
        ]
    }

    func judge(_ context: borrowing RuleContext, _ report: inout RuleReport) {
        var found = Recurrence(limit: 1)
        var file: BodyPart?
        for part in context.formDataParts where part.disposition != nil {
            if part.isFile {
                file = file ?? part
            } else if let file {
                found.add(Self.message(part, file), at: part.delimiter.text, part: part.number)
            }
        }
        found.report(as: self, to: &report)
    }

    private static func message(_ part: BodyPart, _ file: BodyPart) -> String {
        "\(part.words) comes after \(file.words)"
    }
}
