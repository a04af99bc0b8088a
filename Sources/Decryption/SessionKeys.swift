import Bytes
import Cryptography

/// Finds the keys of a session's records in a key log.
struct SessionKeys {
    /// Which keys protect the records that follow (RFC 8446 §7.1); before TLS 1.3 there is one set of keys.
    enum Epoch: Int, Comparable {
        /// No keys.
        case clear
        /// The client's early data.
        case early
        /// The handshake's messages.
        case handshake
        /// Application data.
        case application

        static func < (left: Epoch, right: Epoch) -> Bool { left.rawValue < right.rawValue }
    }

    /// The client's random.
    let random: [UInt8]
    /// What the hellos agreed on.
    let parameters: SessionParameters
    /// Whether the keys are those for the client's records.
    let isClient: Bool
    /// The secrets.
    let log: KeyLog

    /// The keys of an epoch, `nil` where the log has none.
    func protection(for epoch: Epoch) -> RecordProtection? {
        guard let suite = parameters.suite, let secrets = ClientRandom(random).flatMap({ log[$0] }) else {
            return nil
        }
        guard parameters.version == .tls13 else {
            return secrets[.master].flatMap {
                RecordProtection(
                    master: $0,
                    randoms: parameters.serverRandom + random,
                    isClient: isClient,
                    parameters
                )
            }
        }
        let label: SessionSecrets.Label
        switch epoch {
        case .clear: return nil
        case .early: label = .clientEarly
        case .handshake: label = isClient ? .clientHandshake : .serverHandshake
        case .application: label = isClient ? .clientTraffic : .serverTraffic
        }
        guard let secret = secrets[label], secret.count == suite.hash.length else { return nil }
        return RecordProtection(trafficSecret: secret, suite)
    }
}
