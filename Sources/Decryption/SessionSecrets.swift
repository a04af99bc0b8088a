/// The secrets that a key log has for one session.
///
/// They are stored one after another in one array, each after its label and its length: a log may have very
/// many.
package struct SessionSecrets: Hashable, Sendable {
    /// What a secret is for (RFC 9850 §2.1, §2.2).
    package enum Label: UInt8, CaseIterable, Sendable {
        /// The master secret of TLS 1.2 and before, 48 bytes.
        case master
        /// Protects the client's early data.
        case clientEarly
        /// Protects the client's handshake messages.
        case clientHandshake
        /// Protects the server's handshake messages.
        case serverHandshake
        /// Protects the client's first application data.
        case clientTraffic
        /// Protects the server's first application data.
        case serverTraffic

        /// The label as it stands in a key log.
        package var name: String {
            switch self {
            case .master: "CLIENT_RANDOM"
            case .clientEarly: "CLIENT_EARLY_TRAFFIC_SECRET"
            case .clientHandshake: "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
            case .serverHandshake: "SERVER_HANDSHAKE_TRAFFIC_SECRET"
            case .clientTraffic: "CLIENT_TRAFFIC_SECRET_0"
            case .serverTraffic: "SERVER_TRAFFIC_SECRET_0"
            }
        }

        /// The lengths, in bytes, that such a secret can have: that of the session's hash.
        var lengths: Set<Int> { self == .master ? [48] : [32, 48] }
    }

    private var entries: [UInt8] = []

    /// Makes an empty set of secrets.
    package init() {}

    /// The secret under a label, `nil` where there is none; the first one given stays.
    package subscript(_ label: Label) -> [UInt8]? {
        get {
            place(of: label).map { Array(entries[$0]) }
        }
        set {
            guard let newValue, newValue.count <= 255, place(of: label) == nil else { return }
            entries += [label.rawValue, UInt8(newValue.count)] + newValue
        }
    }

    /// The number of secrets.
    package var count: Int { Label.allCases.count { place(of: $0) != nil } }

    /// The secrets as lines of a key log (RFC 9850 §2).
    package func lines(of random: ClientRandom) -> [UInt8] {
        Label.allCases.reduce(into: []) { lines, label in
            guard let secret = self[label] else { return }
            lines +=
                Array("\(label.name) ".utf8) + Self.digits(random.bytes) + [0x20] + Self.digits(secret) + [
                    0x0A
                ]
        }
    }

    private static func digits(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    private func place(of label: Label) -> Range<Int>? {
        var index = 0
        while index + 2 <= entries.count {
            let start = index + 2
            let end = start + Int(entries[index + 1])
            if entries[index] == label.rawValue { return start..<end }
            index = end
        }
        return nil
    }
}
