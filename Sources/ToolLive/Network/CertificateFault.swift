import Bytes
import Cryptography
import NIOCore
import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server's certificate is not accepted, and why, as far as the certificate itself shows that: BoringSSL's error does not.
struct CertificateFault: Error {
    /// The names of a certificate that are named at most.
    private static let nameLimit = 3

    /// One clause, without a full stop.
    let text: String

    /// Looks at the certificate that a server has sent; `nil` where the error is about something else.
    ///
    /// - Parameters:
    ///   - error: what the handler of TLS has reported just now.
    ///   - pipeline: has that handler.
    ///   - time: the time at which the certificate had to be valid.
    init?(_ error: any Error, on pipeline: ChannelPipeline, at time: Date = Date()) {
        if let known = error as? CertificateFault {
            self = known
            return
        }
        guard NetworkFailure.isDistrust(error) else { return nil }
        let certificate = try? pipeline.syncOperations.nioSSL_peerCertificate()
        text = Self.text(certificate, isForOtherName: error is NIOSSLExtraError, at: time)
    }

    /// The certificate is for another host than the one that was asked for.
    init(ofOtherHost certificate: NIOSSLCertificate?) {
        text = Self.text(certificate, isForOtherName: true, at: Date())
    }

    /// Why a certificate is not accepted.
    static func text(_ certificate: NIOSSLCertificate?, isForOtherName: Bool, at time: Date) -> String {
        let certificate = certificate.flatMap { X509Certificate(of: $0) }
        guard !isForOtherName else {
            let names = certificate.map(names(of:)) ?? []
            let list = names.isEmpty ? "" : ": \(names.prefix(nameLimit).joined(separator: ", "))"
            return "the server's certificate is for another name\(list)"
        }
        let text = "the server's certificate is not trusted"
        guard let certificate else { return text }
        let (notBefore, notAfter) = (date(certificate.notBefore), date(certificate.notAfter))
        if notAfter < time { return "\(text): it expired on \(day(notAfter))" }
        if notBefore > time { return "\(text): it is not valid before \(day(notBefore))" }
        return certificate.isSelfIssued ? "\(text): it is self-signed" : text
    }

    private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// The day of a time, in UTC.
    private static func day(_ time: Date) -> String { String(time.formatted(.iso8601).prefix(10)) }

    /// The hosts that a certificate is for; the server chose them, so that those are left out that are no names.
    private static func names(of certificate: X509Certificate) -> [String] {
        guard let hosts = CertificateHosts(of: certificate) else { return [] }
        let names = hosts.names.filter { name in
            !name.isEmpty && name.utf8.count < 256 && name.utf8.allSatisfy { $0.isTokenCharacter }
        }
        return names + hosts.addresses
    }
}
