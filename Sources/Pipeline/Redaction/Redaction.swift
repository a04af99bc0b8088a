import Bytes

/// What is to be made unreadable before a capture or a report is shown to others.
///
/// Credentials always are: the values of the fields and parameters that carry them, and of form fields that are named
/// like them. What takes the place of bytes has their length, so that offsets, lengths and boundaries stay.
package struct Redaction: Hashable, Sendable {
    /// Further fields of heads whose values are replaced, in lowercase.
    package var fields: Set<String> = []
    /// Further parameters of queries whose values are replaced, in lowercase.
    package var parameters: Set<String> = []
    /// The parts whose contents are replaced, by the bytes of their names.
    package var parts: Set<[UInt8]> = []
    /// Whether the contents of all parts are replaced, and all bodies that are no forms.
    package var coversAllParts = false

    /// Replaces credentials, and nothing else.
    package init() {}

    /// Fields that say how a message is to be read: without them, nothing could be judged.
    package static let structuralFields: Set<String> = [
        "content-type", "content-length", "content-encoding", "transfer-encoding", "connection", "trailer",
        "upgrade", "expect",
    ]

    /// Whether the value of a field is replaced.
    func covers(field name: ArraySlice<UInt8>) -> Bool {
        Self.isCredential(name) || Self.has(fields, name)
    }

    /// Whether the value of a parameter of a query is replaced.
    func covers(parameter name: ArraySlice<UInt8>) -> Bool {
        Self.isCredential(name) || Self.shortNames.contains { name.equalsIgnoringCase($0) }
            || Self.has(parameters, name)
    }

    /// Whether a name, without regard to letter case, is one of those that were added; mostly none was.
    private static func has(_ names: Set<String>, _ name: ArraySlice<UInt8>) -> Bool {
        !names.isEmpty && names.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    /// Whether the content of a part is replaced; `nil` is one without a name.
    func covers(part name: ArraySlice<UInt8>?, isFile: Bool) -> Bool {
        if coversAllParts { return true }
        guard let name else { return false }
        if parts.contains(Array(name)) { return true }
        return !isFile && covers(parameter: name)
    }

    /// What occurs in the names of credentials, by the first byte.
    private static let credentials: [UInt8: [StaticString]] = [
        UInt8(ascii: "a"): [
            "authorization", "api-key", "api_key", "apikey", "access-key", "access_key", "accesskey",
        ],
        UInt8(ascii: "c"): ["cookie", "credential"],
        UInt8(ascii: "p"): ["password", "passwd"],
        UInt8(ascii: "s"): ["secret", "signature", "session-id", "session_id", "sessionid"],
        UInt8(ascii: "t"): ["token"],
        UInt8(ascii: "u"): ["userhash"],
        UInt8(ascii: "x"): ["x-auth"],
    ]
    /// The same by the value of the first byte: each byte of each name of a head is looked up.
    private static let words: [[StaticString]] = (0...255).map { credentials[$0] ?? [] }
    /// The letters that these begin with, one bit each.
    private static let firstLetters = credentials.keys.reduce(UInt32(0)) {
        $0 | 1 << UInt32($1 - UInt8(ascii: "a"))
    }
    /// Names that say so only by themselves.
    private static let shortNames: [StaticString] = [
        "key", "sig", "auth", "code", "sid", "pwd", "pass", "session", "otp", "pin",
    ]

    /// Whether a name holds one of the words, in any letter case.
    private static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
        let (name, firstLetters) = (name.span.bytes, firstLetters)
        for place in 0..<name.byteCount {
            let letter = (name.byte(place) | 0x20) &- UInt8(ascii: "a")
            guard letter < 26, firstLetters >> UInt32(letter) & 1 != 0 else { continue }
            let rest = name.extracting(place..<name.byteCount)
            for word in words[Int(letter + UInt8(ascii: "a"))] where rest.startsIgnoringCase(with: word) {
                return true
            }
        }
        return false
    }
}
