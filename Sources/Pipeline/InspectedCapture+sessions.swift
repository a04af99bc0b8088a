import Bytes
import Connections
import Decryption

extension InspectedCapture {
    /// Takes in what was met of TLS and tunnels that a user would wonder about.
    mutating func describe(_ counts: DecryptionCounts, _ log: KeyLog) {
        if counts.unreadSessions > 0 {
            opaque["tls", default: 0] += counts.unreadSessions
            let message = Self.account(of: counts.firstUnread, "not read", count: counts.unreadSessions)
            problems.append(Problem(kind: "tls-unread", message: message))
        }
        if counts.halfReadSessions > 0 {
            let count = counts.halfReadSessions
            let message = Self.account(of: counts.firstHalfRead, "read in part", count: count)
            problems.append(Problem(kind: "tls-half-read", message: message))
        }
        if counts.unreadSessions > 0 || counts.halfReadSessions > 0 { describeLog(counts, log) }
        if counts.failedRecords > 0, let connection = counts.firstFailure {
            let noun = counts.failedRecords == 1 ? "TLS record" : "TLS records"
            problems.append(
                Problem(
                    kind: "tls-record",
                    message: "\(counts.failedRecords) \(noun) could not be decrypted, "
                        + "first on connection \(connection): the bytes are damaged, or others than the key's"
                )
            )
        }
        for (alert, count) in counts.alerts.sorted(by: { $0.key < $1.key }) {
            let subject = count == 1 ? "1 TLS session was" : "\(count) TLS sessions were"
            problems.append(
                Problem(
                    kind: "tls-alert",
                    message: "\(subject) ended by the alert \(Self.name(ofAlert: alert))"
                )
            )
        }
    }

    /// Says what may be wrong with the key log, where sessions were not read.
    private mutating func describeLog(_ counts: DecryptionCounts, _ log: KeyLog) {
        let areUnknown = counts.firstUnread.allSatisfy { $0.reason == .noKeys }
        if counts.knownSessions > 0, counts.readSessions == 0, areUnknown {
            let known = counts.knownSessions == 1 ? "1 session" : "\(counts.knownSessions) sessions"
            let message =
                counts.sessions == 1
                ? "the key log has \(known), but not the one in this capture"
                : "the key log has \(known), none of the \(counts.sessions) in this capture"
            problems.append(Problem(kind: "key-log", message: message))
        }
        if let first = log.firstBadLines.first {
            let others = log.badLineCount > 1 ? ", nor are \(log.badLineCount - 1) more" : ""
            problems.append(
                Problem(kind: "key-log", message: "line \(first) of the key log is not understood\(others)")
            )
        }
        if log.premasterLineCount > 0 {
            let message =
                "the key log has premaster secrets (RSA lines), which are not used: log CLIENT_RANDOM lines"
            problems.append(Problem(kind: "key-log", message: message))
        }
        if log.isOverfull {
            let message = "the key log has more than \(KeyLog.sessionLimit) sessions: the rest was left out"
            problems.append(Problem(kind: "key-log", message: message))
        }
    }

    /// Which sessions were not read, or not whole, and why; the first few by name.
    private static func account(of first: [UnreadSession], _ state: String, count: Int) -> String {
        let subject = count == 1 ? "1 TLS session was \(state)" : "\(count) TLS sessions were \(state)"
        let rest = count - first.count
        let more = rest > 0 ? "; and \(rest) more" : ""
        return "\(subject): \(first.map(name).joined(separator: "; "))\(more)"
            + " ('partwise explain keys' says how to get keys)"
    }

    private static func name(_ session: UnreadSession) -> String {
        var text = "connection \(session.connection)"
        if let name = session.serverName { text += " to \(PrintableText.text(name, limit: 80))" }
        var facts = session.version.map { ["\($0)"] } ?? []
        facts += session.protocols.map { PrintableText.text($0, limit: 20) }
        if !facts.isEmpty { text += " (\(facts.joined(separator: ", ")))" }
        return "\(text) \(reason(session.reason))"
    }

    private static func reason(_ reason: UnreadSession.Reason) -> String {
        switch reason {
        case .noKeys: "has no keys in a key log"
        case .lateKeys:
            "got its keys after its packets had been read: reading a recording of it with --keys decrypts it"
        case .noHandshake: "began before the capture, so its keys cannot be found in the key log"
        case .noServerHello: "lacks the server's first message in the capture, so its cipher is not known"
        case .unsupportedSuite(let number):
            "uses cipher suite 0x\(String(UInt32(number) + 0x10000, radix: 16, uppercase: true).dropFirst()), "
                + "which is not supported"
        case .wrongKeys: "has keys in a key log that do not fit it"
        case .noDataKeys: "has keys in a key log, but none for its data"
        case .noClientKeys:
            "has keys in a key log for the server's data only, so its requests are not known"
        case .noServerKeys:
            "has keys in a key log for the client's data only, so its responses are not known"
        case .limit: "was given up because too many records were unfinished"
        }
    }

    /// The name of an alert (RFC 8446 §6, RFC 5246 §7.2), or its number.
    private static func name(ofAlert number: UInt8) -> String {
        let names: [UInt8: String] = [
            10: "unexpected_message", 20: "bad_record_mac", 22: "record_overflow", 40: "handshake_failure",
            42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked",
            45: "certificate_expired", 46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca",
            49: "access_denied", 50: "decode_error", 51: "decrypt_error", 70: "protocol_version",
            71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback",
            109: "missing_extension", 110: "unsupported_extension", 112: "unrecognized_name",
            113: "bad_certificate_status_response", 115: "unknown_psk_identity", 116: "certificate_required",
            120: "no_application_protocol",
        ]
        return names[number] ?? "\(number)"
    }
}
