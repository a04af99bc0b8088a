import Bytes
import Forms
import Inspection

extension Contract {
    /// Whether fields may come in any order.
    private enum Order: String, CaseIterable {
        case any, fixed
    }

    /// Whether there may be fields that the contract does not name.
    private enum OtherFields: String, CaseIterable {
        case allowed, forbidden
    }

    /// The greatest number of fields in a contract: each is compared with each part that has its name.
    static let fieldLimit = 1000

    /// Reads a contract.
    ///
    /// - Parameters:
    ///   - text: the text of the file.
    ///   - path: the file's name in error messages.
    /// - Throws: the first fault, with its place.
    package init(reading text: String, path: String) throws(PolicyFailure) {
        let file = try PolicyFile.read(text, path: path)
        let known = [
            "contract", "summary", "applies-to", "method", "url", "headers", "fields", "order",
            "extra-fields",
        ]
        let settings = try file.members("a contract", knowing: known)
        guard let name = settings["contract"] else {
            throw settings.place.failure("the contract has no name: write contract: and its name")
        }
        self.init(name: try name.text("contract"))
        summary =
            try settings["summary"].map { value throws(PolicyFailure) in try value.text("summary") } ?? ""
        appliesTo = try settings["applies-to"].map { value throws(PolicyFailure) in
            URLPattern(try value.text("applies-to"))
        }
        methods =
            try settings["method"].map { value throws(PolicyFailure) in
                try value.texts("method")
            } ?? []
        url = try settings["url"].map { value throws(PolicyFailure) in URLPattern(try value.text("url")) }
        headers = try HeaderDemand.all(settings["headers"])
        if let order = settings["order"] {
            hasFixedOrder = try order.choice("order", of: Order.self) == .fixed
        }
        if let others = settings["extra-fields"] {
            allowsOtherFields = try others.choice("extra-fields", of: OtherFields.self) == .allowed
        }
        let list = try settings.required("fields", of: "the contract")
        guard case .list(let items) = list.content else {
            throw list.place.failure("fields must be a list, not \(list.kind)")
        }
        guard items.count <= Self.fieldLimit else {
            throw list.place.failure("a contract has at most \(Self.fieldLimit) fields")
        }
        var names = Set<[UInt8]>()
        for item in items {
            let field = try FieldDemand(item)
            guard names.insert(Array(field.name.utf8)).inserted else {
                throw item.place.failure(
                    "the field '\(field.name)' is described twice; count says how many there may be"
                )
            }
            fields.append(field)
        }
    }
}

extension HeaderDemand {
    /// Reads the demands for header lines: a mapping of names to `required`, `optional` or `forbidden`, or to
    /// what their values must be.
    fileprivate static func all(_ value: PlacedValue?) throws(PolicyFailure) -> [HeaderDemand] {
        guard let value else { return [] }
        var demands: [HeaderDemand] = []
        for member in try Members(value, "headers").all {
            guard !member.name.isEmpty, member.name.utf8.allSatisfy(\.isTokenCharacter) else {
                throw member.place.failure("no header line has the name '\(member.name.prefix(40))'")
            }
            guard case .members = member.value.content else {
                let presence = try member.value.choice("a header", of: Presence.self)
                demands.append(HeaderDemand(member.name, presence))
                continue
            }
            let known = ["presence", "value", "pattern"]
            let settings = try member.value.members("a header", knowing: known)
            let presence = try settings["presence"].map { value throws(PolicyFailure) in
                try value.choice("presence", of: Presence.self)
            }
            let wanted = try ValueDemand(settings["value"], pattern: settings["pattern"], "value")
            guard presence != .forbidden || wanted.isEmpty else {
                throw member.place.failure("a header that is forbidden has no value")
            }
            demands.append(HeaderDemand(member.name, presence ?? .required, value: wanted))
        }
        return demands
    }
}

extension ValueDemand {
    /// Reads the allowed texts and the pattern; both may be missing.
    fileprivate init(_ texts: PlacedValue?, pattern: PlacedValue?, _ what: String) throws(PolicyFailure) {
        self.init()
        if let texts {
            self.texts = try texts.texts(what)
            // A capture keeps too little of a longer value to compare it.
            guard self.texts.allSatisfy({ $0.utf8.count <= ContentText.byteLimit }) else {
                throw texts.place.failure(
                    "\(what) is longer than the \(ContentText.byteLimit) bytes that are compared"
                )
            }
        }
        guard let pattern else { return }
        let text = try pattern.text("the pattern of \(what)")
        do throws(Pattern.Failure) {
            self.pattern = try Pattern(text)
        } catch {
            throw pattern.place.failure(
                "`\(text.prefix(60))\(text.count > 60 ? "…" : "")` is not a pattern, at its character \(error.offset + 1): \(error)"
            )
        }
    }
}

extension FieldDemand {
    private static let known = [
        "name", "kind", "required", "count", "value", "pattern", "length", "filename", "filename-pattern",
        "content-type", "magic", "charset", "headers",
    ]

    /// Reads the demands for one field.
    fileprivate init(_ item: PlacedValue) throws(PolicyFailure) {
        let settings = try item.members("a field", knowing: Self.known)
        self.init(try settings.required("name", of: "the field").text("name"))
        kind = try settings["kind"].map { value throws(PolicyFailure) in
            try value.choice("kind", of: Kind.self)
        }
        isRequired =
            try settings["required"].map { value throws(PolicyFailure) in
                try value.flag("required")
            } ?? true
        if let count = settings["count"] { try read(count: count) }
        value = try ValueDemand(settings["value"], pattern: settings["pattern"], "value")
        length =
            try settings["length"].map { value throws(PolicyFailure) in try LengthDemand(value) } ?? length
        filename = try ValueDemand(settings["filename"], pattern: settings["filename-pattern"], "filename")
        contentTypes =
            try settings["content-type"].map { value throws(PolicyFailure) in
                try value.texts("content-type").map { $0.lowercased() }
            } ?? []
        if let kinds = settings["magic"] { magic = try Self.signatures(kinds) }
        charset = try settings["charset"].map { value throws(PolicyFailure) in
            try value.choice("charset", of: Charset.self)
        }
        headers = try HeaderDemand.all(settings["headers"])
        if kind == .text, let member = settings.all.first(where: { $0.name.hasPrefix("filename") }) {
            throw member.place.failure("a field of kind text has no filename")
        }
    }

    private mutating func read(count: PlacedValue) throws(PolicyFailure) {
        guard case .members = count.content else {
            least = try count.count("count")
            most = least
            guard least > 0 else {
                throw count.place.failure("count must be at least 1; required: false lets a field be absent")
            }
            return
        }
        let bounds = try count.members("count", knowing: ["min", "max"])
        least = try bounds["min"].map { value throws(PolicyFailure) in try value.count("min") } ?? 1
        most = try bounds["max"].map { value throws(PolicyFailure) in try value.count("max") }
        if let most, most < max(least, 1) {
            throw count.place.failure("max must be at least 1, and not less than min")
        }
    }

    private static func signatures(_ kinds: PlacedValue) throws(PolicyFailure) -> [FileSignature] {
        var result: [FileSignature] = []
        for item in try kinds.items("magic") {
            let text = try item.text("magic")
            guard let kind = FileSignature.allCases.first(where: { $0.name == text }) else {
                let names = FileSignature.allCases.map(\.name).joined(separator: ", ")
                throw item.place.failure("magic is one of \(names), not '\(text)'")
            }
            result.append(kind)
        }
        return result
    }
}

extension LengthDemand {
    /// Bytes in a unit, by the unit's name.
    private static let units = ["": 1, "B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30]

    /// Reads a number of bytes, or bounds on it: `{min: 1, max: 10 MiB}`.
    fileprivate init(_ value: PlacedValue) throws(PolicyFailure) {
        guard case .members = value.content else {
            let bytes = try Self.bytes(value)
            self.init(least: bytes, most: bytes)
            return
        }
        let bounds = try value.members("length", knowing: ["min", "max"])
        self.init(
            least: try bounds["min"].map { value throws(PolicyFailure) in try Self.bytes(value) },
            most: try bounds["max"].map { value throws(PolicyFailure) in try Self.bytes(value) }
        )
        if let least, let most, most < least { throw value.place.failure("max must not be less than min") }
    }

    private static func bytes(_ value: PlacedValue) throws(PolicyFailure) -> Int {
        let text = try value.text("length")
        let digits = text.prefix { $0.isNumber }
        let unit = units[String(text.dropFirst(digits.count).drop { $0 == " " })]
        guard let number = Int(digits), let unit else {
            throw value.place.failure("length is a number of bytes, such as 1024 or 10 MiB, not '\(text)'")
        }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit)
        guard !isTooLarge else { throw value.place.failure("length is more than can be counted") }
        return bytes
    }
}
