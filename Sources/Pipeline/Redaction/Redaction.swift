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
    func covers(field name: RawSpan) -> Bool {
        Self.has(fields, name)
            // It only says that credentials may be sent (https://fetch.spec.whatwg.org/#http-access-control-allow-credentials).
            || Self.isCredential(name) && !name.equalsIgnoringCase("access-control-allow-credentials")
    }

    /// Whether the value of a parameter of a query is replaced.
    func covers(parameter name: RawSpan) -> Bool {
        if Self.isCredential(name) { return true }
        for short in Self.shortNames where name.equalsIgnoringCase(short) { return true }
        return Self.has(parameters, name)
    }

    /// Whether a name, without regard to letter case, is one of those that were added; mostly none was.
    private static func has(_ names: Set<String>, _ name: RawSpan) -> Bool {
        !names.isEmpty
            && names.contains(name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.lowercased())
    }

    /// Whether the content of a part is replaced; `nil` is one without a name.
    func covers(part name: ArraySlice<UInt8>?, isFile: Bool) -> Bool {
        if coversAllParts { return true }
        guard let name else { return false }
        if parts.contains(Array(name)) { return true }
        return !isFile && covers(parameter: name.span.bytes)
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
    /// The same by the lowest five bits of the first byte, in which letters of both cases are alike.
    private static let words: [[StaticString]] = (0..<32).map { bits in
        credentials.filter { Int($0.key & 31) == bits }.flatMap(\.value)
    }
    /// The first two bytes of these: at the lowest five bits of the first byte, a bit for those of the second.
    ///
    /// Each byte of each name of a head is looked up, and few pairs begin a word.
    private static let pairs: [UInt32] = words.map { words in
        words.reduce(0) { $0 | 1 << UInt32($1.utf8Start[1] & 31) }
    }
    /// Names that say so only by themselves.
    private static let shortNames: [StaticString] = [
        "key", "sig", "auth", "code", "sid", "pwd", "pass", "session", "otp", "pin",
    ]

    /// Whether a name holds one of the words, in any letter case.
    private static func isCredential(_ name: RawSpan) -> Bool {
        guard name.byteCount > 1 else { return false }
        let pairs = pairs
        var first = Int(name.byte(0) & 31)
        for place in 1..<name.byteCount {
            let second = name.byte(place) & 31
            if pairs[first] >> UInt32(second) & 1 != 0 {
                let rest = name.extracting((place - 1)...)
                for word in words[first] where rest.startsIgnoringCase(with: word) { return true }
            }
            first = Int(second)
        }
        return false
    }
}
