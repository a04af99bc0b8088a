import Foundation
import TestSupport
import Testing

@testable import Shell
@testable import ToolLive

/// Files of certificates and keys that cannot be used: each is one line that names the file, and exit code 3.
struct CertificateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ body: () throws -> Void) throws -> String {
        let failure = try #require(throws: CommandFailure.self, performing: body)
        #expect(failure.status == .unreadable)
        return failure.description.replacing("\(folder.path)/", with: "")
    }

    @Test func `a certificate of the sink needs its own key`() throws {
        let certificate = try ServerCertificate(for: "localhost")
        let path = try folder.write(Array(certificate.pem.utf8), to: "c.pem")
        let text = try folder.write(Array("text".utf8), to: "text")
        _ = try CertificateAuthority(in: folder.path)
        func failure(_ path: String, _ key: String) throws -> String {
            try self.failure { _ = try ServerCertificate(at: path, keyAt: key) }
        }
        #expect(try failure("\(folder.path)/none", path) == "none: no such file")
        #expect(try failure(text, path) == "text: holds no certificates of PEM")
        #expect(try failure(path, path) == "c.pem: holds no private key of PEM")
        #expect(try failure(path, "\(folder.path)/none") == "none: no such file")
        let other = "\(folder.path)/partwise-ca.key"
        #expect(try failure(path, other) == "partwise-ca.key: holds another key than that of c.pem")
        #expect(
            try failure("\(folder.path)/partwise-ca.pem", other)
                == "partwise-ca.pem: a server cannot use this certificate"
        )
    }

    @Test func `an authority that cannot be read or made is named`() throws {
        let file = try folder.write([], to: "file")
        #expect(
            try failure { _ = try CertificateAuthority(in: file) } == "file: cannot be made: file exists"
        )
        let made = "\(folder.path)/made"
        _ = try CertificateAuthority(in: made)
        _ = try folder.write(Array("text".utf8), to: "made/partwise-ca.pem")
        let remedy = "proxy --ca rotate makes a new authority"
        #expect(
            try failure { _ = try CertificateAuthority(in: made) }
                == "made/partwise-ca.pem: holds no certificate of PEM; \(remedy)"
        )
        _ = try folder.write(Array("text".utf8), to: "made/partwise-ca.key")
        #expect(
            try failure { _ = try CertificateAuthority(in: made) }
                == "made/partwise-ca.key: holds no key of an authority; \(remedy)"
        )
    }

    @Test(arguments: [
        ["proxy", "--listen", "127.0.0.1:0", "--no-config"],
        ["send", "https://127.0.0.1:1", "-F", "a=b"],
    ])
    func `certificates that are not there are no certificates without PEM`(command: [String]) throws {
        let run = try LiveRun(
            command + ["--cacert", "/none/x.pem"]
                + (command[0] == "proxy" ? ["--ca-folder", folder.path] : [])
        )
        #expect(run.status == 3)
        #expect(run.diagnostics.hasSuffix("partwise: /none/x.pem: no such file\n"), "\(run.diagnostics)")
    }

    @Test func `an authority that has expired is not used`() throws {
        let name = "partwise-ca.pem"
        _ = try CertificateAuthority(in: folder.path)
        _ = try CertificateAuthority(in: folder.path, at: Date(timeIntervalSinceNow: 1_000 * 24 * 3_600))
        let text = try failure {
            _ = try CertificateAuthority(in: folder.path, at: Date(timeIntervalSinceNow: 1_100 * 24 * 3_600))
        }
        #expect(text == "\(name): the authority has expired; proxy --ca rotate makes a new authority")
    }
}
