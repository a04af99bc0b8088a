import Bytes
import Forms
import Inspection
import Profiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a client wrote a name or a filename: each known way, so that what arrived can be told from what was lost.
enum LabelEscaping: Equatable {
    /// As browsers do: quotes and line breaks percent-encoded, nothing else.
    case browsers
    /// As it is.
    case raw
    /// With a backslash before quotes and backslashes (RFC 9110 §5.6.4).
    case quotedPairs
    /// Percent-encoded (RFC 3986 §2.1).
    case percentEncoded
    /// Only as an extended parameter, `filename*` (RFC 8187), which forms do not have (RFC 7578 §4.2).
    case extended
    /// As an extended parameter, beside a plain one with a replacement.
    case extendedBesides
    /// With line breaks as CR LF, percent-encoded.
    case normalized
    /// Without escapes where some are needed: it is read as meant only by who knows what was meant.
    case unescaped

    /// What is said of it; `nil` where there is nothing to say.
    var note: String? {
        switch self {
        case .browsers, .raw: nil
        case .quotedPairs: "with a backslash before quotes and backslashes"
        case .percentEncoded: "percent-encoded"
        case .extended: "as an extended parameter alone"
        case .extendedBesides: "as an extended parameter, beside a plain one"
        case .normalized: "with line breaks as %0D%0A"
        case .unescaped: "without the escapes that it needs"
        }
    }

    /// How a text was written that arrived as a label; `nil` where something else arrived.
    ///
    /// - Parameters:
    ///   - text: the text that was meant.
    ///   - raw: the bytes of the plain parameter; `nil` where there is none.
    ///   - extended: the value of the extended parameter; `nil` where there is none.
    ///   - intended: what a reader takes the plain parameter for that knows all ways.
    init?(_ text: String, raw: ArraySlice<UInt8>?, extended: [UInt8]?, intended: [UInt8]?) {
        let bytes = Array(text.utf8)
        if let extended, extended == bytes {
            self = raw == nil ? .extended : raw?.elementsEqual(bytes) ?? false ? .browsers : .extendedBesides
            return
        }
        guard let raw else { return nil }
        if raw.elementsEqual(Self.escaped(bytes)) {
            self = .browsers
        } else if raw.elementsEqual(bytes) {
            self = .raw
        } else if raw.elementsEqual(Self.escaped(bytes.normalizingLineBreaks)) {
            self = .normalized
        } else if EscapedText.resolvingBackslashes(in: raw).elementsEqual(bytes)
            || EscapedText.resolvingBackslashes(in: raw).elementsEqual(Self.escaped(bytes))
        {
            self = .quotedPairs
        } else if let decoded = EscapedText.resolvingPercentEscapes(in: raw),
            decoded == bytes || decoded == bytes.normalizingLineBreaks
        {
            self = .percentEncoded
        } else if intended == bytes {
            self = .unescaped
        } else {
            return nil
        }
    }

    /// The bytes with quotes and line breaks percent-encoded (WHATWG HTML §4.10.22.7).
    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x22: Array("%22".utf8)
            case 0x0A: Array("%0A".utf8)
            case 0x0D: Array("%0D".utf8)
            default: [byte]
            }
        }
    }
}
