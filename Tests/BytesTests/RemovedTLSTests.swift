import Bytes
import Testing

/// The comment that keeps what is known of TLS that a recording no longer holds.
struct RemovedTLSTests {
    private static func read(_ text: String) -> RemovedTLS? {
        RemovedTLS(comment: Array(text.utf8).span.bytes)
    }

    @Test(
        arguments: [TLSVersion.tls10, .tls11, .tls12, .tls13],
        [("example.com", "h2"), ("a.test", nil), (nil, "http/1.1"), (nil, nil)] as [(String?, String?)]
    )
    func `what is written is read`(version: TLSVersion, names: (server: String?, chosen: String?)) {
        let removed = RemovedTLS(
            version: version,
            serverName: names.server,
            applicationProtocol: names.chosen,
            port: 8_443
        )
        #expect(Self.read(removed.comment) == removed)
    }

    @Test func `the words are those that other programs show`() {
        let removed = RemovedTLS(
            version: .tls13,
            serverName: "example.com",
            applicationProtocol: "h2",
            port: 443
        )
        #expect(removed.comment == "TLS removed: TLSv1.3, server name example.com, protocol h2, port 443")
    }

    @Test(arguments: [
        "", "exchange 1", "TLS removed: ", "TLS removed: SSLv3, port 443", "TLS removed: TLSv1.3",
        "TLS removed: TLSv1.3, port 99999", "TLS removed: TLSv1.3, port x",
    ])
    func `another comment says nothing of TLS`(text: String) { #expect(Self.read(text) == nil) }

    @Test func `a name that a client made up changes nothing else`() {
        let removed = RemovedTLS(
            version: .tls12,
            serverName: "a, port 1\n, protocol h2",
            applicationProtocol: nil,
            port: 443
        )
        let read = Self.read(removed.comment)
        #expect(read?.port == 443)
        #expect(read?.applicationProtocol == nil)
        #expect(Self.read("TLS removed: TLSv1.3, port 443" + String(repeating: "x", count: 600)) == nil)
    }
}
