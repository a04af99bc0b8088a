import Filters
import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Why a connection failed, in words for a user.
enum NetworkFailure {
    /// Why a connection to a server failed: one clause, without a full stop.
    static func text(_ error: any Error) -> String { text(error, alerts: serverAlerts) }

    /// Why a connection of a client failed.
    static func text(ofClient error: any Error) -> String { text(error, alerts: clientAlerts) }

    /// Why a client has not ended its handshake of TLS, which was answered: one that resets the connection may do so for the
    /// same reason as one that closes it.
    static func text(ofHandshake error: any Error) -> String {
        error is IOError ? "TLS failed: \(leaving)" : text(ofClient: error)
    }

    private static func text(_ error: any Error, alerts: [(name: String, text: String)]) -> String {
        switch error {
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first { return text(first.error, alerts: alerts) }
            return "the host is not known"
        case is SocketAddressError.UnknownHost: return "the host is not known"
        case let error as IOError: return String(cString: strerror(error.errnoCode)).lowercased()
        case ChannelError.connectTimeout: return "the connection could not be made in time"
        case ChannelError.alreadyClosed, ChannelError.ioOnClosedChannel: return "the connection was closed"
        case let error as CertificateFault: return "TLS failed: \(error.text)"
        case let error as NIOSSLError: return "TLS failed: \(tlsText("\(error)", alerts))"
        case let error as BoringSSLError: return "TLS failed: \(tlsText("\(error)", alerts))"
        case let error as ServerFault: return error.text
        default: return "\(error)"
        }
    }

    /// The kind of reason, as Proxy-Status names it (RFC 9209 §2.3).
    static func status(_ error: any Error) -> ProxyStatus.Reason {
        if isDistrust(error) { return .certificate }
        switch error {
        case let error as NIOConnectionError:
            return error.connectionErrors.first.map { status($0.error) } ?? .name
        case let error as IOError: return error.errnoCode == ECONNREFUSED ? .refused : .unavailable
        case ChannelError.connectTimeout: return .connectTimeout
        case is NIOSSLError, is BoringSSLError: return .handshake
        case is ServerFault: return .protocolError
        case ProxyTunnel.Failure.timedOut, ProxyFailure.handshakeTimedOut: return .connectTimeout
        case ProxyFailure.serverClosed, is ProxyTunnel.Failure: return .terminated
        default: return .unavailable
        }
    }

    /// Whether a server's certificate was not accepted.
    static func isDistrust(_ error: any Error) -> Bool {
        if error is CertificateFault { return true }
        if let error = error as? NIOSSLExtraError { return error == .failedToValidateHostname }
        return "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
    }

    /// Whether a client did not accept the certificate that it was shown, or may not have.
    static func isDistrust(ofHandshake error: any Error) -> Bool {
        let text = text(ofHandshake: error)
        return text.hasSuffix(untrusting) || text.hasSuffix(leaving)
    }

    private static let untrusting = "the client does not trust the certificate"
    /// Some clients send no alert, such as those that use GLib.
    private static let leaving =
        "the client closed the connection in the middle of the handshake; it may not trust the certificate"

    /// Why TLS has failed on a connection, or its HTTP/2 is refused, as ``text(_:)`` and ``status(_:)`` give it; `nil` for
    /// another error.
    static func cause(_ error: any Error) -> (text: String, status: ProxyStatus.Reason)? {
        error is BoringSSLError || error is ServerFault ? (text(error), status(error)) : nil
    }

    /// What BoringSSL means: its errors are numbers, and names in capitals.
    private static func tlsText(_ text: String, _ alerts: [(name: String, text: String)]) -> String {
        let known = [
            ("WRONG_VERSION_NUMBER", "the other end does not speak TLS"),
            ("EOF during handshake", closedEarly),
            ("uncleanShutdown", "the other end closed the connection without ending TLS"),
        ]
        return (alerts + known + commonAlerts).first { text.contains($0.0) }?.1
            ?? "the handshake is not understood" + (reason(text).map { " (\($0))" } ?? "")
    }

    private static let closedEarly = "the other end closed the connection in the middle of the handshake"

    /// The reason of one of BoringSSL's errors, such as `unexpected message`; `nil` where it is none.
    private static func reason(_ text: String) -> String? {
        guard let start = text.firstRange(of: "OPENSSL_internal:")?.upperBound else { return nil }
        let name = text[start...].prefix { $0 == "_" || $0.isASCII && ($0.isUppercase || $0.isNumber) }
        return name.isEmpty ? nil : name.lowercased().replacing("_", with: " ")
    }

    private static let commonAlerts = [
        ("ALERT_PROTOCOL_VERSION", "the two ends have no version of TLS in common"),
        ("ALERT_UNRECOGNIZED_NAME", "the server does not know the name that it is asked for"),
        ("ALERT_NO_APPLICATION_PROTOCOL", "the two ends have no protocol in common (ALPN)"),
        ("ALERT_INTERNAL_ERROR", "the other end has an internal error"),
    ]

    private static let clientAlerts = [
        ("EOF during handshake", leaving),
        ("UNKNOWN_CA", untrusting),
        ("BAD_CERTIFICATE", untrusting),
        ("CERTIFICATE_UNKNOWN", untrusting),
        // OpenSSL sends its alert in the clear where BoringSSL waits for an encrypted one (RFC 8446 §4.4.2.4).
        ("BAD_PACKET_LENGTH", untrusting),
        ("HANDSHAKE_FAILURE", "the client ends the handshake: it may want another cipher"),
    ]

    private static let lackingCertificate =
        "the server asks for a certificate of the client, which is not sent"

    private static let serverAlerts = [
        ("CERTIFICATE_REQUIRED", lackingCertificate),
        // TLS 1.2 has no alert for a certificate that is missing: Go sends the one for a bad certificate.
        ("BAD_CERTIFICATE", lackingCertificate),
        ("UNKNOWN_CA", lackingCertificate),
        ("CERTIFICATE_UNKNOWN", lackingCertificate),
        (
            "HANDSHAKE_FAILURE",
            "the server ends the handshake: it may want a certificate of the client, or another cipher"
        ),
    ]
}
