import Inspection
import InspectionRules
import Pipeline
import Policy
import TestSupport
import Testing

/// The contracts that come with the tool: good uploads keep them, and each deviation is reported.
struct BuiltInContractTests {
    private static let jpeg = "⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩⟨00⟩⟨10⟩JFIF"

    private static func part(_ disposition: String, _ content: String, type: String? = nil) -> String {
        "--AaB03x⏎Content-Disposition: form-data; \(disposition)⏎"
            + (type.map { "Content-Type: \($0)⏎" } ?? "")
            + "⏎\(content)⏎"
    }

    private static func request(_ method: String = "POST", _ parts: String...) -> RuleExample {
        let body = parts.joined() + "--AaB03x--⏎"
        let length = RuleExample.bytes(of: body).bytes.count
        return .violatingRequest(
            "\(method) /u HTTP/1.1⏎Host: h⏎Content-Type: \(RuleExample.contentType)⏎Content-Length: \(length)⏎⏎\(body)"
        )
    }

    private static let context = part("name=\"context\"", "profile")
    private static let image = part(
        "name=\"image_file\"; filename=\"photopicker.jpg\"",
        jpeg,
        type: "image/jpeg"
    )
    private static let reqtype = part("name=\"reqtype\"", "fileupload")
    private static let userhash = part("name=\"userhash\"", "caa3dce4fcb36cfdf9258ad9c")
    private static let file = part(
        "name=\"fileToUpload\"; filename=\"a.bin\"",
        "1",
        type: "application/octet-stream"
    )

    @Test(arguments: BuiltInContract.allCases)
    func `a contract that comes with the tool can be read`(builtIn: BuiltInContract) throws {
        let contract = try builtIn.contract()
        #expect(contract.name == builtIn.rawValue)
        #expect(!contract.summary.isEmpty && !contract.fields.isEmpty)
    }

    @Test(arguments: [
        (request("POST", context, image), []),
        (request("PUT", context, image), ["contract/method"]),
        (request("POST", image), ["contract/field-missing"]),
        (request("POST", image, context), ["contract/field-order"]),
        (request("POST", context, image, image), ["contract/field-count"]),
        (request("POST", context, image, file), ["contract/field-extra"]),
        (request("POST", part("name=\"context\"", ""), image), ["contract/length"]),
        (request("POST", part("name=\"context\"; filename=\"blob\"", "p"), image), ["contract/field-kind"]),
        (request("POST", part("name=\"context\"", "caf⟨E9⟩"), image), ["contract/charset"]),
        (
            request(
                "POST",
                context,
                part("name=\"image_file\"; filename=\"a.jpg\"", jpeg, type: "image/jpeg")
            ),
            ["contract/filename"]
        ),
        (
            request(
                "POST",
                context,
                part("name=\"image_file\"; filename=\"photopicker.jpg\"", jpeg, type: "image/png")
            ),
            ["contract/content-type"]
        ),
        (
            request(
                "POST",
                context,
                part("name=\"image_file\"; filename=\"photopicker.jpg\"", "⟨89⟩PNG⏎⟨1A⟩␊", type: "image/jpeg")
            ),
            ["contract/magic"]
        ),
    ])
    func `an upload of a photo picker keeps its contract or deviates`(example: RuleExample, rules: [String])
        throws
    {
        #expect(
            try JudgedUpload.deviations(example, from: BuiltInContract.photoPicker.contract()).map(\.rule)
                == rules
        )
    }

    @Test(arguments: [
        (request("POST", reqtype, userhash, file), []),
        (request("POST", file, reqtype), []),
        (request("POST", part("name=\"reqtype\"", "urlupload"), file), ["contract/value"]),
        (request("POST", file), ["contract/field-missing"]),
        (
            request("POST", reqtype, part("name=\"file\"; filename=\"a\"", "1")),
            ["contract/field-extra", "contract/field-missing"]
        ),
        (request("POST", reqtype, part("name=\"fileToUpload\"", "1")), ["contract/field-kind"]),
        (request("POST", reqtype, part("name=\"fileToUpload\"; filename=\"a\"", "")), ["contract/length"]),
    ])
    func `an upload to Catbox keeps its contract or deviates`(example: RuleExample, rules: [String]) throws {
        #expect(
            try JudgedUpload.deviations(example, from: BuiltInContract.catbox.contract()).map(\.rule) == rules
        )
    }

    @Test func `real clients keep the contract of the upload that they were given`() throws {
        var options = InspectionOptions(.standard)
        options.inspector = Inspector(
            rules: ContractRules.all(for: try BuiltInContract.catbox.contract()),
            of: .ofForms
        )
        var count = 0
        // One of them adds a field of its own.
        let captures = CaptureFolder.captures.filter { capture in
            capture.holdsPackets && capture.stem.hasSuffix("/plain")
                && capture.stem != "ruby-restclient/plain"
        }
        for capture in captures {
            var upload = JudgedUpload()
            _ = try CaptureInspection(options: options).inspect(
                path: capture.path,
                as: .capture(format: nil),
                into: &upload
            )
            guard let exchange = upload.exchange, exchange.form != nil else { continue }
            #expect(exchange.findings.map(\.finding.message) == [], "\(capture.name)")
            count += 1
        }
        #expect(count >= 4)
    }
}
