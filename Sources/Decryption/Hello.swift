import Bytes

/// What a ClientHello offers, or a ServerHello chooses, as far as it is used here (RFC 8446 §4.1, RFC 5246
/// §7.4.1).
struct Hello {
    /// The value of the random that marks a HelloRetryRequest (RFC 8446 §4.1.3).
    private static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    /// The 32 bytes of its random.
    var random: [UInt8]
    /// The version: the one that was chosen, or the highest known one that is offered.
    var version: TLSVersion?
    /// The number of the cipher suite that was chosen; 0 in a ClientHello.
    var suite: UInt16 = 0
    /// The name of the server (RFC 6066 §3), raw.
    var serverName: [UInt8]?
    /// The names of protocols: all offered ones, or the one that was chosen (RFC 7301 §3.1), raw.
    var protocols: [[UInt8]] = []
    /// Whether the MAC is outside the encryption (RFC 7366 §2).
    var encryptsThenMACs = false
    /// Whether early data follows, or is accepted (RFC 8446 §4.2.10).
    var hasEarlyData = false

    /// Whether it is a HelloRetryRequest.
    var isRetryRequest: Bool { random == Self.retryRandom }

    /// Reads the body of a ClientHello.
    init?(client body: [UInt8]) {
        var cursor = ByteCursor(body[...])
        guard let version = cursor.number(2), let random = cursor.take(ClientRandom.length),
            cursor.vector(1) != nil, cursor.vector(2) != nil, cursor.vector(1) != nil
        else { return nil }
        self.random = Array(random)
        self.version = TLSVersion(rawValue: UInt16(truncatingIfNeeded: version))
        if let extensions = cursor.vector(2) { read(extensions, isClient: true) }
    }

    /// Reads the body of a ServerHello.
    init?(server body: [UInt8]) {
        var cursor = ByteCursor(body[...])
        guard let version = cursor.number(2), let random = cursor.take(ClientRandom.length),
            cursor.vector(1) != nil, let suite = cursor.number(2), cursor.take(1) != nil
        else { return nil }
        self.random = Array(random)
        self.version = TLSVersion(rawValue: UInt16(truncatingIfNeeded: version))
        self.suite = UInt16(truncatingIfNeeded: suite)
        if let extensions = cursor.vector(2) { read(extensions, isClient: false) }
    }

    /// Reads the body of an EncryptedExtensions message (RFC 8446 §4.3.1).
    init?(encryptedExtensions body: [UInt8]) {
        random = []
        var cursor = ByteCursor(body[...])
        guard let extensions = cursor.vector(2) else { return nil }
        read(extensions, isClient: false)
    }

    private mutating func read(_ extensions: ArraySlice<UInt8>, isClient: Bool) {
        var cursor = ByteCursor(extensions)
        while let type = cursor.number(2), let data = cursor.vector(2) {
            var content = ByteCursor(data)
            switch type {
            case 0:
                guard var list = content.vector(2).map(ByteCursor.init), list.number(1) == 0 else { continue }
                serverName = list.vector(2).map(Array.init)
            case 16:
                guard var list = content.vector(2).map(ByteCursor.init) else { continue }
                while let name = list.vector(1) { protocols.append(Array(name)) }
            case 22: encryptsThenMACs = true
            case 42: hasEarlyData = true
            case 43:
                var list = isClient ? ByteCursor(content.vector(1) ?? []) : content
                var versions: [TLSVersion] = []
                while let number = list.number(2) {
                    if let version = TLSVersion(rawValue: UInt16(truncatingIfNeeded: number)) {
                        versions.append(version)
                    }
                }
                version = versions.max() ?? (isClient ? version : nil)
            default: break
            }
        }
    }
}

/// What the two hellos agreed on.
struct SessionParameters {
    /// The version.
    var version: TLSVersion
    /// The number of the cipher suite.
    var suiteNumber: UInt16
    /// The cipher suite; `nil` where it is not supported.
    var suite: CipherSuite?
    /// The 32 bytes of the server's random.
    var serverRandom: [UInt8]
    /// Whether the MAC is outside the encryption.
    var encryptsThenMACs: Bool

    /// Makes the parameters that a ServerHello chose; `nil` where the version is not known.
    init?(_ hello: Hello) {
        guard let version = hello.version else { return nil }
        self.version = version
        suiteNumber = hello.suite
        suite = CipherSuite(hello.suite).flatMap { $0.isTLS13 == (version == .tls13) ? $0 : nil }
        serverRandom = hello.random
        encryptsThenMACs = hello.encryptsThenMACs
    }
}
