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
    /// As browsers do: quotes and line breaks percent-encoded, nothing else; the digits may be lowercase.
    case browsers
    /// As it is.
    case raw
    /// With a backslash before quotes and backslashes (RFC 9110 §5.6.4).
    case quotedPairs
    /// As browsers do, and each percent sign as `%25`.
    case percentSigns
    /// Percent-encoded (RFC 3986 §2.1) beyond that: receivers keep the escapes.
    case percentEncoded
    /// Between apostrophes, which are no quotes (RFC 9110 §5.6.4).
    case singleQuoted
    /// Only as an extended parameter, `filename*` (RFC 8187), which forms do not have (RFC 7578 §4.2).
    case extended
    /// As an extended parameter, beside a plain one that says something else: receivers take one or the other.
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
        case .percentSigns: "with `%25` for a percent sign"
        case .percentEncoded: "percent-encoded, which receivers do not undo"
        case .singleQuoted: "in apostrophes, which most receivers take for a part of it"
        case .extended: "as an extended parameter alone"
        case .extendedBesides: "as an extended parameter, beside a plain one that differs"
        case .normalized: "with line breaks as %0D%0A"
        case .unescaped: "without the escapes that it needs"
        }
    }

    /// Whether each receiver that undoes the escapes of forms reads what was meant.
    var isReadAsMeant: Bool {
        switch self {
        case .browsers, .raw, .quotedPairs, .normalized, .percentSigns: true
        case .percentEncoded, .singleQuoted, .extended, .extendedBesides, .unescaped: false
        }
    }

    /// How a text was written that arrived as a label; `nil` where something else arrived.
    ///
    /// - Parameters:
    ///   - text: the text that was meant.
    ///   - raw: the bytes of the plain parameter; `nil` where there is none.
    ///   - extended: the bytes of the extended parameter; `nil` where there is none.
    ///   - intended: what a reader takes the plain parameter for that knows all ways.
    init?(_ text: String, raw: ArraySlice<UInt8>?, extended: ArraySlice<UInt8>?, intended: [UInt8]?) {
        let bytes = Array(text.utf8)
        // What was intended may be read from the extended parameter.
        let intended = extended == nil ? intended : nil
        let plain = raw.flatMap { Self.writing(of: bytes, as: $0, intended: intended) }
        guard let extended else {
            guard let plain else { return nil }
            self = plain
            return
        }
        guard Self.text(ofExtended: extended) == bytes else { return nil }
        if let plain, plain.isReadAsMeant {
            self = plain
        } else {
            self = raw == nil ? .extended : .extendedBesides
        }
    }

    /// Whether a plain and an extended parameter say the same.
    static func areSame(plain: ArraySlice<UInt8>, extended: ArraySlice<UInt8>) -> Bool {
        guard let text = Self.text(ofExtended: extended) else { return false }
        return writing(of: text, as: plain, intended: nil)?.isReadAsMeant ?? false
    }

    /// The text of an extended parameter in UTF-8, `UTF-8''gr%C3%B6%C3%9Fe` (RFC 8187 §3.2); `nil` where it is none.
    static func text(ofExtended value: ArraySlice<UInt8>) -> [UInt8]? {
        let pieces = value.split(
            separator: UInt8(ascii: "'"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard pieces.count == 3, String(decoding: pieces[0], as: UTF8.self).lowercased() == "utf-8" else {
            return nil
        }
        return EscapedText.resolvingPercentEscapes(in: pieces[2])
    }

    private static func writing(of bytes: [UInt8], as raw: ArraySlice<UInt8>, intended: [UInt8]?) -> Self? {
        let escapes = EscapedText.resolvingPercentEscapes(in: raw, of: EscapedText.isEscapedByBrowsers)
        let unquoted = EscapedText.resolvingBackslashes(in: raw)
        let unquotedEscapes = EscapedText.resolvingPercentEscapes(
            in: unquoted,
            of: EscapedText.isEscapedByBrowsers
        )
        let normalized = bytes.normalizingLineBreaks
        if raw.elementsEqual(escaped(bytes)) { return .browsers }
        if raw.elementsEqual(bytes) { return .raw }
        if escapes == bytes { return .browsers }
        if escapes == normalized { return .normalized }
        if unquoted.elementsEqual(bytes) || [bytes, normalized].contains(unquotedEscapes) {
            return .quotedPairs
        }
        let isKnown = { EscapedText.isEscapedByBrowsers($0) || $0 == UInt8(ascii: "%") }
        if [bytes, normalized].contains(EscapedText.resolvingPercentEscapes(in: raw, of: isKnown)) {
            return .percentSigns
        }
        if let decoded = EscapedText.resolvingPercentEscapes(in: raw), [bytes, normalized].contains(decoded) {
            return .percentEncoded
        }
        guard intended == bytes else { return nil }
        let apostrophe = UInt8(ascii: "'")
        let isQuoted = raw.count > 1 && raw.first == apostrophe && raw.last == apostrophe
        return isQuoted ? .singleQuoted : .unescaped
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
