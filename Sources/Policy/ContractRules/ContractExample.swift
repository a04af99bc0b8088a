import Forms
import Inspection

/// The contract of the examples of the contract rules, and the forms in those examples.
enum ContractExample {
    /// A photo and its metadata.
    static let contract: Contract = {
        var context = FieldDemand("context", .text)
        context.value = ValueDemand(["profile", "cafe", "abcdefghijklmnopqrst"])
        context.length = LengthDemand(least: 1, most: 20)
        context.charset = .ascii
        var image = FieldDemand("image_file", .file)
        image.isRequired = false
        image.filename = ValueDemand(["photopicker.jpg"])
        image.contentTypes = ["image/jpeg"]
        image.magic = [.jpeg]
        var contract = Contract(name: "photos")
        contract.methods = ["POST"]
        contract.url = URLPattern("/photos")
        contract.headers = [
            HeaderDemand("X-Token"),
            HeaderDemand("X-Debug", .forbidden),
            HeaderDemand("User-Agent", .optional, value: ValueDemand(["PhotoApp/2.1"])),
        ]
        contract.fields = [context, image]
        contract.hasFixedOrder = true
        return contract
    }()

    /// The part with the photo.
    static let image = file()

    /// A form, in the notation of examples.
    static func form(
        context: String = part("context", "profile"),
        image: String = image,
        end: String = "--AaB03x--⏎"
    ) -> String {
        context + image + end
    }

    /// A text field.
    static func part(_ name: String, _ value: String) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"\(name)\"⏎⏎\(value)⏎"
    }

    /// A file part.
    static func file(
        name: String = "photopicker.jpg",
        type: String = "image/jpeg",
        content: String = "⟨FF⟩⟨D8⟩⟨FF⟩⟨E0⟩"
    ) -> String {
        "--AaB03x⏎Content-Disposition: form-data; name=\"image_file\"; filename=\"\(name)\"⏎"
            + "Content-Type: \(type)⏎⏎\(content)⏎"
    }

    /// A request with a body, in the notation of examples; its Content-Length is right.
    static func request(_ start: String, _ body: String, fields: String = "X-Token: t⏎") -> String {
        let length = RuleExample.bytes(of: body).bytes.count
        return "\(start) HTTP/1.1⏎Host: h⏎Content-Type: \(RuleExample.contentType)⏎"
            + "Content-Length: \(length)⏎\(fields)⏎\(body)"
    }
}
