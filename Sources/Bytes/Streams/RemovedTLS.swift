/// TLS that a recording no longer holds, as it was on the wire.
///
/// The comment on the first packet of a connection keeps it, so that a recording is read as the traffic was:
/// `TLS removed: TLSv1.3, server name example.com, protocol h2, port 443`.
package struct RemovedTLS: Hashable, Sendable {
    /// The version that the ends agreed on.
    package var version: TLSVersion
    /// The name that the client asked for (RFC 6066 §3); `nil` for none.
    package var serverName: String?
    /// The protocol that the ends agreed on (RFC 7301); `nil` for none.
    package var applicationProtocol: String?
    /// The server's port; the packets have another one, which other programs do not take for TLS.
    package var port: UInt16

    /// The port that packets without their TLS have.
    package static let writtenPort: UInt16 = 80
    /// The words that such a comment begins with.
    private static let opening = "TLS removed: "
    /// The greatest length of a comment that is read, in bytes: that of the longest server name, and room for the rest.
    private static let lengthLimit = 512

    /// Describes TLS that is removed.
    package init(version: TLSVersion, serverName: String?, applicationProtocol: String?, port: UInt16) {
        self.version = version
        self.serverName = serverName
        self.applicationProtocol = applicationProtocol
        self.port = port
    }

    /// Reads a packet's comment; `nil` where it is about something else.
    package init?(comment: RawSpan) {
        guard comment.byteCount <= Self.lengthLimit else { return nil }
        let text = comment.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        guard text.hasPrefix(Self.opening) else { return nil }
        let words = text.dropFirst(Self.opening.count).split(separator: ", ")
        guard let version = words.first.flatMap({ TLSVersion(name: String($0)) }) else { return nil }
        func value(_ name: String) -> String? {
            words.first { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
        }
        guard let port = value("port").flatMap({ UInt16($0) }) else { return nil }
        self.init(
            version: version,
            serverName: value("server name"),
            applicationProtocol: value("protocol"),
            port: port
        )
    }

    /// The comment.
    package var comment: String {
        let name = serverName.map { ", server name \(Self.plain($0))" } ?? ""
        let chosen = applicationProtocol.map { ", protocol \(Self.plain($0))" } ?? ""
        return "\(Self.opening)\(version)\(name)\(chosen), port \(port)"
    }

    /// What a peer sent, without what would divide the comment in other places.
    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && $0 != "," && $0.value < 0x7F })
    }
}
