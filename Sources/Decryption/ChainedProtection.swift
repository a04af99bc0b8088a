import Cryptography

/// AES in cipher block chaining with an HMAC, inside the encryption or outside of it (RFC 5246 §6.2.3.2, RFC 7366).
struct ChainedProtection {
    private static let blockLength = 16

    /// The key of the cipher.
    let key: [UInt8]
    /// The function and the key of the MAC.
    let mac: (hash: HashFunction, key: [UInt8])
    /// Whether the MAC covers the ciphertext, and follows it.
    let isMACOutside: Bool
    /// The last ciphertext block of the previous record, which TLS 1.0 uses as the initialization vector of
    /// the next; `nil` where each record carries its own.
    var chain: [UInt8]?

    /// The least that a record takes besides its content, in bytes: initialization vector, MAC, one byte of
    /// padding.
    var overhead: Int { (chain == nil ? Self.blockLength : 0) + mac.hash.length + 1 }

    /// Decrypts a fragment; `nil` where its MAC is wrong.
    mutating func open(_ fragment: ArraySlice<UInt8>, _ header: RecordHeader, _ number: UInt64) -> [UInt8]? {
        var sealed = fragment
        if isMACOutside {
            guard sealed.count >= mac.hash.length else { return nil }
            let code = sealed.suffix(mac.hash.length)
            sealed = sealed.dropLast(mac.hash.length)
            guard self.code(of: sealed, header, number).elementsEqual(code) else { return nil }
        }
        let first = chain ?? Array(sealed.prefix(Self.blockLength))
        let ciphertext = chain == nil ? sealed.dropFirst(Self.blockLength) : sealed
        guard first.count == Self.blockLength, !ciphertext.isEmpty,
            ciphertext.count.isMultiple(of: Self.blockLength),
            let decrypted = BlockChaining.decrypt(ciphertext.span.bytes, key: key, iv: first),
            let content = content(of: decrypted, header, number)
        else { return nil }
        if chain != nil { chain = Array(ciphertext.suffix(Self.blockLength)) }
        return content
    }

    /// Removes the padding, and the MAC where it is inside the encryption.
    private func content(of padded: [UInt8], _ header: RecordHeader, _ number: UInt64) -> [UInt8]? {
        guard let last = padded.last else { return nil }
        let macLength = isMACOutside ? 0 : mac.hash.length
        let padding = Int(last) + 1
        guard padding + macLength <= padded.count, padded.suffix(padding).allSatisfy({ $0 == last }) else {
            return nil
        }
        let end = padded.count - padding - macLength
        let content = padded[..<end]
        if isMACOutside { return Array(content) }
        let code = padded[end..<(end + macLength)]
        return self.code(of: content, header, number).elementsEqual(code) ? Array(content) : nil
    }

    private func code(of bytes: ArraySlice<UInt8>, _ header: RecordHeader, _ number: UInt64) -> [UInt8] {
        let length = UInt16(truncatingIfNeeded: bytes.count).bigEndianBytes
        let prefix = number.bigEndianBytes + header.bytes.prefix(3) + length
        return mac.hash.authenticationCode(of: prefix + bytes, key: mac.key)
    }
}
