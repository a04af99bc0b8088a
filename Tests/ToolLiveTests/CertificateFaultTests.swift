import Foundation
import NIOSSL
import TestSupport
import Testing

@testable import ToolLive

/// Certificates of servers that are not accepted.
struct CertificateFaultTests {
    /// One that is self-signed, and valid from an hour ago for three months.
    private static func certificate() throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: Array(ServerCertificate(for: "h").pem.utf8), format: .pem)
    }

    @Test(arguments: [
        (-1, "it is not valid before "), (1, "it is self-signed"), (100, "it expired on "),
    ])
    func `what a certificate shows of why it is not trusted is said`(days: Int, reason: String) throws {
        let certificate = try Self.certificate()
        let time = Date(timeIntervalSinceNow: Double(days) * 24 * 3_600)
        let text = CertificateFault.text(certificate, isForOtherName: false, at: time)
        #expect(text.hasPrefix("the server's certificate is not trusted: \(reason)"), "\(text)")
    }

    @Test func `the names of a certificate for another host are said`() throws {
        let certificate = try Self.certificate()
        #expect(
            CertificateFault.text(certificate, isForOtherName: true, at: Date())
                == "the server's certificate is for another name: localhost, h, 127.0.0.1"
        )
        #expect(
            CertificateFault.text(nil, isForOtherName: true, at: Date())
                == "the server's certificate is for another name"
        )
    }

    @Test(.enabled(if: LiveRun.has("openssl"), "needs openssl"))
    func `a server whose certificate is for another host is not sent anything`() throws {
        let folder = try TemporaryFolder()
        let names = "-addext subjectAltName=DNS:other.test,DNS:*.other.test"
        _ = try LiveRun(
            shell: "cd \(folder.path); \(LiveRun.certificate.replacing("-days 2", with: "-days 2 \(names)"))"
        )
        let (certificate, key) = ("\(folder.path)/cert.pem", "\(folder.path)/key.pem")
        let sink = try SinkProcess(["--certificate", certificate, "--key", key])
        let url = "https://127.0.0.1:\(sink.port)/up"
        let run = try LiveRun(["send", url, "--cacert", certificate, "-F", "a=1"])
        #expect(run.status == 3)
        let reason = "the server's certificate is for another name: other.test, *.other.test\n"
        #expect(run.diagnostics.hasSuffix(reason), "\(run.diagnostics)")
        _ = sink.stop()
    }
}
