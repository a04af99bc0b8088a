import Bytes
import Connections
import Cryptography
import Testing

@testable import Decryption

/// The values of the specifications.
struct KnownAnswerTests {
    /// RFC 8448 §3, the simple handshake: traffic secret, write key, write IV.
    @Test(arguments: [
        (
            "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21",
            "dbfaa693d1762c5b666af5d950258d01", "5bd3c71b836e0b76bb73265f"
        ),
        (
            "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38",
            "3fce516009c21727d0f2e4e86ee403bc", "5d313eb2671276ee13000b30"
        ),
        (
            "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5",
            "17422dda596ed5d9acd890e3c63f5051", "5b78923dee08579033e523d9"
        ),
        (
            "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643",
            "9f02283b6c9c07efc26bb9f2ac92e356", "cf782b88dd83549aadf1e984"
        ),
    ])
    func `keys follow from traffic secrets as in RFC 8448`(secret: String, key: String, iv: String) {
        let secret = [UInt8](hexadecimal: secret)
        #expect(
            KeyDerivation.expand(secret, label: "key", length: 16, .sha256) == [UInt8](hexadecimal: key)
        )
        #expect(KeyDerivation.expand(secret, label: "iv", length: 12, .sha256) == [UInt8](hexadecimal: iv))
    }

    @Test func `opens the client's application data of RFC 8448`() throws {
        let record = [UInt8](
            hexadecimal: """
                17 03 03 00 43 a2 3f 70 54 b6 2c 94 d0 af fa fe 82 28 ba 55 cb ef ac ea 42 f9 14 aa 66 bc ab 3f \
                2b 98 19 a8 a5 b4 6b 39 5b d5 4a 9a 20 44 1e 2b 62 97 4e 1f 5a 62 92 a2 97 70 14 bd 1e 3d ea e6 \
                3a ee bb 21 69 49 15 e4
                """
        )
        let secret = [UInt8](
            hexadecimal: "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5"
        )
        var protection = RecordProtection(trafficSecret: secret, try #require(CipherSuite(0x1301)))
        var reader = RecordReader()
        var position = 0
        #expect(reader.step(record.span.bytes, from: &position, base: 0, keepsFragment: true) == .record)
        let plaintext = try #require(protection.open(&reader, as: 0))
        #expect(plaintext.type == .applicationData)
        #expect(plaintext.bytes == [UInt8](0..<50))
        #expect(protection.open(&reader, as: 1) == nil, "the number is authenticated")
    }

    @Test func `the pseudorandom function gives the published values`() {
        let output = KeyDerivation.prf(
            [UInt8](hexadecimal: "9b be 43 6b a9 40 f0 17 b1 76 52 84 9a 71 db 35"),
            label: "test label",
            seed: [UInt8](hexadecimal: "a0 ba 9f 93 6c da 31 18 27 a6 f7 96 ff d5 19 8c"),
            length: 100,
            .tls12,
            .sha256
        )
        let expected = [UInt8](
            hexadecimal: """
                e3 f2 29 ba 72 7b e1 7b 8d 12 26 20 55 7c d4 53 c2 aa b2 1d 07 c3 d4 95 32 9b 52 d4 e6 1e db 5a \
                6b 30 17 91 e9 0d 35 c9 c9 a4 6b 4e 14 ba f9 af 0f a0 22 f7 07 7d ef 17 ab fd 37 97 c0 56 4b ab \
                4f bc 91 66 6e 9d ef 9b 97 fc e3 4f 79 67 89 ba a4 80 82 d1 22 ee 42 c5 a7 2e 5a 51 10 ff f7 01 \
                87 34 7b 66
                """
        )
        #expect(output == expected)
    }

    @Test func `the cipher suites are those of the registry`() throws {
        #expect(CipherSuite(0x009C)?.keyLength == 16)
        #expect(CipherSuite(0x009D)?.keyLength == 32)
        #expect(CipherSuite(0xC02F)?.keyLength == 16)
        #expect(CipherSuite(0xC030)?.hash == .sha384)
        #expect(CipherSuite(0xC028)?.cipher == .aesCBC(.sha384))
        #expect(CipherSuite(0xC014)?.cipher == .aesCBC(.sha1))
        #expect(CipherSuite(0x0067)?.cipher == .aesCBC(.sha256))
        #expect(CipherSuite(0xCCA8)?.cipher == .chaCha20Poly1305)
        #expect(CipherSuite(0xC09C) == nil, "CCM is not supported")
        #expect(CipherSuite(0x000A) == nil, "triple DES is not supported")
    }
}
