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
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return fields.contains(name) || Self.isCredential(name)
    }

    /// Whether the value of a parameter of a query is replaced.
    func covers(parameter name: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return parameters.contains(name) || Self.isCredential(name) || Self.shortNames.contains(name)
    }

    /// Whether the content of a part is replaced; `nil` is one without a name.
    func covers(part name: ArraySlice<UInt8>?, isFile: Bool) -> Bool {
        if coversAllParts { return true }
        guard let name else { return false }
        if parts.contains(Array(name)) { return true }
        return !isFile && covers(parameter: name)
    }

    private static let credentials = [
        "authorization", "cookie", "token", "secret", "password", "passwd", "credential", "signature",
        "api-key",
        "api_key", "apikey", "access-key", "access_key", "accesskey", "session-id", "session_id", "sessionid",
        "x-auth", "userhash",
    ]
    /// Names that say so only by themselves.
    private static let shortNames: Set<String> = [
        "key", "sig", "auth", "code", "sid", "pwd", "pass", "session", "otp", "pin",
    ]

    private static func isCredential(_ name: String) -> Bool { credentials.contains { name.contains($0) } }
}
