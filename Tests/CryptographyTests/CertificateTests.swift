import Cryptography
import Testing

/// Certificates that are made, and what is read from them.
struct CertificateTests {
    private static let validity = 1_700_000_000..<1_700_086_400
    private let key = SigningKey()

    private func certificate(
        _ name: String = "a",
        _ purpose: X509Certificate.Purpose = .server(.init(names: ["a.test"])),
        issuer: (X509Certificate, SigningKey)? = nil
    ) -> X509Certificate? {
        X509Certificate(for: key, name: name, purpose: purpose, validity: Self.validity, issuer: issuer)
    }

    @Test func `a certificate is read as it was made`() throws {
        let hosts = X509Certificate.Hosts(
            names: ["a.test", "*.b.test,DNS:c.test"],
            addresses: [[127, 0, 0, 1], [UInt8](repeating: 7, count: 16)]
        )
        let made = try #require(certificate(purpose: hosts))
        let read = try #require(X509Certificate(pem: made.pem))
        #expect(read.hosts == hosts)
        #expect(read.notBefore..<read.notAfter == Self.validity)
        #expect(read.isSelfIssued)
        #expect(read.pem == made.pem)
        #expect(try #require(certificate()).pem != made.pem)
    }

    private func certificate(purpose hosts: X509Certificate.Hosts) -> X509Certificate? {
        certificate("a", .server(hosts))
    }

    @Test func `an authority names no hosts, and signs for others`() throws {
        let (authority, other) = (try #require(certificate("authority", .authority)), SigningKey())
        #expect(authority.hosts == X509Certificate.Hosts())
        #expect(authority.isSelfIssued)
        let leaf = X509Certificate(
            for: other,
            name: String(repeating: "n", count: 70),
            purpose: .server(.init(names: ["n"])),
            validity: Self.validity,
            issuer: (authority, key)
        )
        #expect(leaf?.isSelfIssued == false)
    }

    @Test(arguments: [
        ("", "a.test"), ("a", "bücher.test"),
    ])
    func `no certificate is made with what none can hold`(name: String, host: String) {
        #expect(certificate(name, .server(.init(names: [host]))) == nil)
    }

    @Test func `a key is read as it was written`() throws {
        let text = key.pem
        #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try #require(SigningKey(pem: text)).pem == text)
        #expect(SigningKey().pem != text)
        #expect(SigningKey(pem: "text") == nil)
        #expect(X509Certificate(pem: text) == nil)
        #expect(X509Certificate(der: []) == nil)
        #expect(X509Certificate(der: [0x30, 0x03, 0x30, 0x01]) == nil)
    }

    /// Made by `openssl ecparam -genkey -name prime256v1 | openssl pkcs8 -topk8`, with a passphrase.
    @Test func `a key that is encrypted is not read, and no passphrase asked for`() {
        let text = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAifm2bt2k+x8gICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEPun7WAkmA1EXX9XS1IT6IMEgZDR
            fCQbiE4qys19DXpKop3bHhhF7f68e/CqLvmXuyPzRDBOstQhaRvUYxHLxcUJeEBL
            thM9R8otgODi30/+Fv/G5HhSxPsIh13OKL53J544zMcbXe2ZrvajF3nL5xxNgCnT
            4a5FAxRRJhTeeB+uimMmUZwve3qykzVWcxdWwnZeqF816d1+DUerBYUe6IUVPno=
            -----END ENCRYPTED PRIVATE KEY-----
            """
        #expect(SigningKey(pem: text) == nil)
    }
}
