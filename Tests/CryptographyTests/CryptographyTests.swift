import Cryptography
import Testing

/// The examples of the specifications.
struct CryptographyTests {
    @Test(arguments: [
        (HashFunction.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
    ])
    func `digests of abc`(function: HashFunction, expected: String) {
        #expect(function.digest(of: Array("abc".utf8)).text == expected)
        #expect(function.digest(of: []).bytes.count == function.length)
        let running = RunningDigest(function)
        for byte in "ab".utf8 { running.add([byte]) }
        #expect(running.digest == function.digest(of: Array("ab".utf8)))
        running.add(Array("c".utf8)[...])
        #expect(running.digest.text == expected)
    }

    /// RFC 4231 §4.3.
    @Test func `a keyed hash`() {
        let code = HashFunction.sha256.authenticationCode(
            of: Array("what do ya want for nothing?".utf8),
            key: Array("Jefe".utf8)
        )
        #expect(code == bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
        #expect(HashFunction.sha1.authenticationCode(of: [], key: []).count == 20)
    }

    /// RFC 5869 §A.1.
    @Test func `a derived key`() {
        let key = HashFunction.sha256.expand(
            bytes("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"),
            info: bytes("f0f1f2f3f4f5f6f7f8f9"),
            count: 42
        )
        let expected =
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        #expect(key == bytes(expected))
    }

    /// The Galois/Counter Mode of Operation (McGrew, Viega), test cases 1 and 4.
    @Test func `AES in Galois-Counter Mode`() {
        let zero = [UInt8](repeating: 0, count: 16)
        let empty = zero.prefix(12) + bytes("58e2fccefa7e3061367f1d57a4e7455a")
        #expect(open(Array(empty), .aesGCM, key: zero, []) == [])
        let sealed = bytes(
            "cafebabefacedbaddecaf888"
                + "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
                + "5bc94fbc3221a5db94fae95ae7121a47"
        )
        let key = bytes("feffe9928665731c6d6a8f9467308308")
        let data = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let plaintext = open(sealed, .aesGCM, key: key, data)
        #expect(plaintext?.starts(with: bytes("d9313225f88406e5a55909c5aff5269a")) == true)
        #expect(plaintext?.count == 60)
        var other = sealed
        other[20] ^= 1
        #expect(open(other, .aesGCM, key: key, data) == nil)
        #expect(open(sealed, .aesGCM, key: key, []) == nil)
    }

    /// RFC 8439 §2.8.2.
    @Test func `ChaCha20 with Poly1305`() {
        let sealed = bytes(
            "070000004041424344454647"
                + "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                + "3ff4def08e4b7a9de576d26586cec64b6116" + "1ae10b594f09e26a7e902ecbd0600691"
        )
        let data = bytes("50515253c0c1c2c3c4c5c6c7")
        let plaintext = open(sealed, .chaCha20Poly1305, key: [UInt8](0x80...0x9F), data)
        let text = plaintext.map { String(decoding: $0, as: UTF8.self) }
        #expect(text?.hasPrefix("Ladies and Gentlemen") == true)
    }

    /// NIST SP 800-38A §F.2.2.
    @Test func `AES in cipher block chaining`() {
        let plaintext = chained(
            bytes("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"),
            key: bytes("2b7e151628aed2a6abf7158809cf4f3c"),
            iv: [UInt8](0..<16)
        )
        #expect(plaintext == bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"))
    }

    @Test func `lengths that a cipher cannot have are refused`() {
        let bytes = [UInt8](repeating: 0, count: 40)
        let (key, long) = ([UInt8](bytes.prefix(16)), [UInt8](bytes.prefix(32)))
        #expect(open(bytes, .aesGCM, key: [1, 2, 3], []) == nil)
        #expect(open(Array(bytes.prefix(27)), .chaCha20Poly1305, key: long, []) == nil)
        #expect(chained(bytes, key: key, iv: key) == nil)
        #expect(chained(long, key: key, iv: []) == nil)
    }

    private func open(
        _ sealed: [UInt8],
        _ cipher: RecordCipher,
        key: [UInt8],
        _ data: [UInt8]
    ) -> [UInt8]? {
        cipher.open(sealed.span.bytes, key: key, authenticating: data)
    }

    private func chained(_ ciphertext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        BlockChaining.decrypt(ciphertext.span.bytes, key: key, iv: iv)
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
