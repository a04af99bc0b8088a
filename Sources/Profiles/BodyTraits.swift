import Bytes
import Exchanges
import Forms

/// The traits of a form as a whole: what surrounds its parts, and how its lines end.
struct BodyTraits {
    private static let subject = "body"

    private let form: Form

    /// Prepares for a form.
    init(_ form: Form) {
        self.form = form
    }

    /// The traits, those of single parts left out.
    var traits: [Trait] {
        [
            Trait(Self.subject, "preamble", Self.length(form.preamble.count), .mayMatter),
            Trait(
                Self.subject,
                "delimiter lines end in",
                endings(form.parts.map(\.delimiter.ending)),
                .receiversDiffer
            ),
            Trait(
                Self.subject,
                "header lines end in",
                endings(form.parts.flatMap { $0.header.lines.map(\.ending) }),
                .receiversDiffer
            ),
            Trait(
                Self.subject,
                "blanks after delimiters",
                form.delimiters.contains { !$0.padding.isEmpty } ? "some" : "none",
                .receiversDiffer
            ),
            Trait(Self.subject, "close delimiter", form.close == nil ? "none" : "present", .violation),
            Trait(Self.subject, "epilogue", epilogue, .mayMatter),
        ]
    }

    private var epilogue: String {
        guard form.epilogue.count == 2, form.close?.ending == .crlf else {
            return Self.length(form.epilogue.count)
        }
        return "CR LF"
    }

    private func endings(_ found: [LineEnding]) -> String {
        let kinds = [LineEnding.crlf, .lf, .cr, .crcrlf, .none].filter(found.contains)
        return kinds.map(\.words).joined(separator: ", ")
    }

    private static func length(_ count: Int) -> String {
        count == 0 ? "none" : count == 1 ? "1 byte" : "\(count) bytes"
    }
}

extension LineEnding {
    /// The ending in words.
    fileprivate var words: String {
        switch self {
        case .crlf: "CR LF"
        case .lf: "LF"
        case .cr: "CR"
        case .crcrlf: "CR CR LF"
        case .none: "nothing"
        }
    }
}
