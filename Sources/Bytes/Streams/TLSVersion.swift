/// A version of TLS.
package enum TLSVersion: UInt16, Hashable, Comparable, Sendable, CustomStringConvertible {
    /// TLS 1.0 (RFC 2246).
    case tls10 = 0x0301
    /// TLS 1.1 (RFC 4346).
    case tls11 = 0x0302
    /// TLS 1.2 (RFC 5246).
    case tls12 = 0x0303
    /// TLS 1.3 (RFC 8446).
    case tls13 = 0x0304

    /// The version that a proxy or a browser names: `TLSv1.3`, `TLS 1.3`; `nil` where it is none of these.
    package init?(name: String) {
        let number = name.filter { $0.isNumber || $0 == "." }
        switch number {
        case "1", "1.0": self = .tls10
        case "1.1": self = .tls11
        case "1.2": self = .tls12
        case "1.3": self = .tls13
        default: return nil
        }
    }

    /// The name that reports give it: `TLSv1.3`.
    package var description: String {
        switch self {
        case .tls10: "TLSv1"
        case .tls11: "TLSv1.1"
        case .tls12: "TLSv1.2"
        case .tls13: "TLSv1.3"
        }
    }

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}
