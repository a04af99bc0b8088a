/// The fields that are looked up in every message or every part: their places are indexed once.
@usableFromInline
package enum KnownField: Int, CaseIterable, Sendable {
    /// `Content-Disposition` of a body part (RFC 7578 §4.2).
    case contentDisposition
    /// `Content-Type` (RFC 9110 §8.3).
    case contentType
    /// `Content-Length` (RFC 9110 §8.6).
    case contentLength
    /// `Content-Encoding` (RFC 9110 §8.4).
    case contentEncoding
    /// `Transfer-Encoding` (RFC 9112 §6.1).
    case transferEncoding
    /// `Expect` (RFC 9110 §10.1.1).
    case expect
    /// `Host` (RFC 9110 §7.2).
    case host
    /// `User-Agent` (RFC 9110 §10.1.5).
    case userAgent

    /// The field with a name, in any case; `nil` for all others.
    init?(_ name: RawSpan) {
        // The lengths differ, so one comparison is enough; each is of numbers that the compiler makes of the text.
        switch name.byteCount {
        case 4 where name.knownToStartIgnoringCase(with: "host"): self = .host
        case 6 where name.knownToStartIgnoringCase(with: "expect"): self = .expect
        case 10 where name.knownToStartIgnoringCase(with: "user-agent"): self = .userAgent
        case 12 where name.knownToStartIgnoringCase(with: "content-type"): self = .contentType
        case 14 where name.knownToStartIgnoringCase(with: "content-length"): self = .contentLength
        case 16 where name.knownToStartIgnoringCase(with: "content-encoding"): self = .contentEncoding
        case 17 where name.knownToStartIgnoringCase(with: "transfer-encoding"): self = .transferEncoding
        case 19 where name.knownToStartIgnoringCase(with: "content-disposition"): self = .contentDisposition
        default: return nil
        }
    }
}
