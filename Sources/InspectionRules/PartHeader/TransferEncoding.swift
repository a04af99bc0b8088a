import Bytes
import Forms
import Inspection

/// The mechanism that a part's Content-Transfer-Encoding names (RFC 2045 §6.1).
enum TransferEncoding: Hashable {
    /// `7bit`, `8bit` or `binary`: the content is as it is.
    case identity
    /// `base64`.
    case base64
    /// `quoted-printable`.
    case quotedPrintable
    /// A private mechanism, `x-…`.
    case extensionToken
    /// None of those.
    case unknown

    /// The mechanism that a header line names; `nil` where the line is another field or has no value.
    init?(_ line: FieldLine, in section: FieldSection) {
        guard line.colon != nil, line.ending != .none, !line.value.isEmpty,
            section[line.name].equalsIgnoringCase("content-transfer-encoding")
        else { return nil }
        let value = section[line.value]
        if value.equalsIgnoringCase("binary") || value.equalsIgnoringCase("8bit")
            || value.equalsIgnoringCase("7bit")
        {
            self = .identity
        } else if value.equalsIgnoringCase("base64") {
            self = .base64
        } else if value.equalsIgnoringCase("quoted-printable") {
            self = .quotedPrintable
        } else {
            self = value.startsIgnoringCase(with: "x-") && value.count > 2 ? .extensionToken : .unknown
        }
    }

    /// Whether the first bytes of a content look encoded by this mechanism, and not as they were before.
    func isApplied(to sample: [UInt8]) -> Bool {
        switch self {
        case .identity, .extensionToken, .unknown: false
        case .base64:
            !sample.isEmpty
                && sample.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
                        true
                    default: byte.isDigit || byte.isLineBreak || byte.isBlank
                    }
                }
        case .quotedPrintable:
            sample.indices.contains { index in
                guard sample[index] == UInt8(ascii: "="), index + 1 < sample.count else { return false }
                let next = sample[index + 1]
                if next.isLineBreak { return true }
                return next.hexValue != nil && index + 2 < sample.count && sample[index + 2].hexValue != nil
            }
        }
    }
}
