package import Exchanges

/// A body or a request that shows what a rule finds, or what it must not report.
///
/// Bytes are written as text in which `⏎` is CR LF, `␊` a bare LF, `␍` a bare CR, `␉` a tab, `␠` a space, and
/// `⟨FF⟩` the byte with that hexadecimal value, and `⟨-12⟩` twelve bytes that the capture lacks. In a violating example
/// `▸` stands before the offending byte (the first byte of a finding's range) and is itself no byte. A request may be a
/// conversation on one connection, of which the last request is judged: see ``Turn``.
package struct RuleExample: Hashable, Sendable {
    /// What the text is.
    package enum Kind: Hashable, Sendable {
        /// A bare body; `contentType` is its Content-Type value (it may hold the mark: offset in the head).
        case body(contentType: String)
        /// A whole HTTP/1.1 request, followed by whatever else the client sent before it closed. Where the start line
        /// says `HTTP/2`, it is an HTTP/2 request written out: its fields, and the payload of its DATA frames.
        case request
        /// A page at `https://h/`, as its server sent it: for rules about forms in pages.
        case page
    }

    /// What the text is.
    package var kind: Kind
    /// The text.
    package var text: String
    /// Whether the rule must find something here.
    package var violates: Bool
    /// What it shows, in a few words.
    package var remark: String
    /// What the source of the request proves; a bare body proves its bytes.
    package var fidelity = Fidelity.wire
    /// The media type that the source notes of the request beside its fields.
    package var notedContentType: String?

    /// The Content-Type of examples that do not give one.
    package static let contentType = "multipart/form-data; boundary=AaB03x"

    /// A body that breaks the rule.
    package static func violating(
        _ text: String,
        contentType: String = contentType,
        remark: String = ""
    ) -> RuleExample {
        RuleExample(kind: .body(contentType: contentType), text: text, violates: true, remark: remark)
    }

    /// A body that comes close to breaking the rule, and does not.
    package static func nearMiss(
        _ text: String,
        contentType: String = contentType,
        remark: String = ""
    ) -> RuleExample {
        RuleExample(kind: .body(contentType: contentType), text: text, violates: false, remark: remark)
    }

    /// A request that breaks the rule.
    package static func violatingRequest(
        _ text: String,
        remark: String = "",
        fidelity: Fidelity = .wire,
        noted: String? = nil
    ) -> RuleExample {
        RuleExample(
            kind: .request,
            text: text,
            violates: true,
            remark: remark,
            fidelity: fidelity,
            notedContentType: noted
        )
    }

    /// A request that comes close to breaking the rule, and does not.
    package static func nearMissRequest(
        _ text: String,
        remark: String = "",
        fidelity: Fidelity = .wire,
        noted: String? = nil
    ) -> RuleExample {
        RuleExample(
            kind: .request,
            text: text,
            violates: false,
            remark: remark,
            fidelity: fidelity,
            notedContentType: noted
        )
    }

    /// A page that breaks the rule.
    package static func violatingPage(_ text: String, remark: String = "") -> RuleExample {
        RuleExample(kind: .page, text: text, violates: true, remark: remark)
    }

    /// A page that comes close to breaking the rule, and does not.
    package static func nearMissPage(_ text: String, remark: String = "") -> RuleExample {
        RuleExample(kind: .page, text: text, violates: false, remark: remark)
    }

    /// The bytes that a text stands for, and the offset of the mark in them.
    ///
    /// Bytes that the capture lacks are zeros here.
    package static func bytes(of text: String) -> (bytes: [UInt8], mark: Int?) {
        var bytes: [UInt8] = []
        var mark: Int?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "⏎": bytes += [0x0D, 0x0A]
            case "␊": bytes.append(0x0A)
            case "␍": bytes.append(0x0D)
            case "␉": bytes.append(0x09)
            case "␠": bytes.append(0x20)
            case "▸": mark = bytes.count
            case "⟨":
                let digits = rest.prefix { $0 != "⟩" }
                if digits.first == "-" {
                    bytes += [UInt8](repeating: 0, count: Int(digits.dropFirst()) ?? 0)
                } else {
                    bytes.append(UInt8(digits, radix: 16) ?? 0x3F)
                }
                rest = rest.dropFirst(digits.count + 1)
            default: bytes += Array(String(character).utf8)
            }
        }
        return (bytes, mark)
    }

    /// The offsets of the bytes of a text that the capture lacks, in order.
    package static func gaps(of text: String) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "⟨-") {
            let digits = rest[start.upperBound...].prefix { $0 != "⟩" }
            let end = bytes(of: String(text[..<digits.endIndex]) + "⟩").bytes.count
            gaps.append((end - (Int(digits) ?? 0))..<end)
            rest = rest[digits.endIndex...]
        }
        return gaps
    }
}
