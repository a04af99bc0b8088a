/// What a receiver did with a body that has one fault.
package enum ReceiverEffect: Hashable, Sendable {
    /// It took the body, and read what was meant.
    case accepts
    /// It took the body, and did not find all of its fields.
    case losesField
    /// It took the body, and read another name, filename or content than was meant.
    case readsDifferently
    /// It took the body, and found no field in it.
    case findsNothing
    /// It refused the body.
    case rejects
    /// A firewall reported an error in the body, for this reason, and set these flags.
    case blocks(reason: String, flags: [String])
    /// A firewall accepted the body as well-formed, and set these flags.
    case flags([String])
    /// An inspector did not take the body for a form.
    case notParsed(flags: [String])

    /// Whether something is lost or refused, or a rule of a firewall may act on it.
    package var breaks: Bool { self != .accepts }

    /// What is done with such a body, in words that follow the receiver's name.
    package var words: String {
        switch self {
        case .accepts: "reads it as meant"
        case .losesField: "loses a field"
        case .readsDifferently: "reads another name or content"
        case .findsNothing: "finds no field"
        case .rejects: "rejects it"
        case .blocks(let reason, let flags):
            "blocks it (\(reason)\(flags.isEmpty ? "" : "; \(Self.list(flags))"))"
        case .flags(let flags): "flags it (\(Self.list(flags)))"
        case .notParsed(let flags):
            "does not look into it" + (flags.isEmpty ? "" : " (\(Self.list(flags)))")
        }
    }

    /// The word by which JSON names it.
    package var word: String {
        switch self {
        case .accepts: "accepts"
        case .losesField: "loses-field"
        case .readsDifferently: "reads-differently"
        case .findsNothing: "finds-nothing"
        case .rejects: "rejects"
        case .blocks: "blocks"
        case .flags: "flags"
        case .notParsed: "not-parsed"
        }
    }

    private static func list(_ flags: [String]) -> String {
        flags.map { $0.hasPrefix("-") ? "without \($0.dropFirst())" : $0 }.joined(separator: ", ")
    }
}
