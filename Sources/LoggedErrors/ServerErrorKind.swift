package import Inspection

/// What an error text of a server says of a form, from which follows what may be its cause.
package enum ServerErrorKind: Hashable, Sendable {
    /// The form has no end, or none was found.
    case end
    /// The delimiter that Content-Type announces was not found.
    case delimiter
    /// Content-Type has no boundary parameter, or none that can be read.
    case boundary
    /// The request has another Content-Type than that of a form.
    case mediaType
    /// A form was read as something else, because of its Content-Type or in spite of it.
    case misreading
    /// The header of a part cannot be read.
    case partHeader
    /// No file or field has the name that is asked for, or it is not of the kind that is asked for.
    case part
    /// A file or a field was read, and is another one than the server takes.
    case unwanted
    /// The form, or a piece of it, is larger or has more pieces than is allowed.
    case limit
    /// The form cannot be read; the text does not say why.
    case form
    /// The head of the request cannot be read, or says something that the server does not accept.
    case head

    /// Whether a request that is no form at all explains it: its fields or its file came in another format.
    package var isOfOtherFormat: Bool { self == .mediaType || self == .part }

    /// The ids of the rules of a catalogue of which every error may be the cause, in their order.
    package func rules(of catalogue: RuleCatalogue) -> [String] {
        catalogue.standard.filter { rule in
            rule.severity == .error && prefixes.contains { rule.id.hasPrefix($0) }
        }
        .map(\.id)
    }

    /// How the ids of those rules begin.
    private var prefixes: [String] {
        switch self {
        case .end: Self.ofBody
        case .delimiter: Self.ofBody + Self.ofHead
        case .boundary, .mediaType, .misreading: Self.ofHead
        case .partHeader: Self.ofBody + ["part-header/"]
        case .part, .form: Self.ofBody + Self.ofHead + ["part-header/", "disposition/", "part/"]
        case .head: ["framing/"]
        case .unwanted, .limit: []
        }
    }

    /// Faults of the body by which delimiters, parts or the end are lost.
    private static let ofBody = [
        "boundary/", "delimiter/", "line/", "body/", "length/", "framing/chunk-", "framing/te-",
        "framing/early-",
        "semantics/retry-",
    ]

    /// Faults of the head by which Content-Type is lost, or read otherwise.
    private static let ofHead = [
        "content-type/", "framing/field-", "framing/missing-", "framing/space-", "framing/obs-",
        "framing/whitespace-",
        "framing/bare-",
    ]
}
