import Bytes
import Testing

@testable import Decryption

/// What is read of a ClientHello before it is answered.
struct ClientOfferTests {
    /// A ClientHello with a server name and two protocols.
    private static let hello: [UInt8] = {
        let name = Array("example.com".utf8)
        let protocols: [UInt8] = [2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)
        func vector(_ bytes: [UInt8]) -> [UInt8] { UInt16(bytes.count).bigEndianBytes + bytes }
        let extensions =
            [0, 0] + vector(vector([0] + vector(name))) + [0, 16] + vector(vector(protocols))
            + [0, 43] + vector([4, 3, 4, 3, 3])
        let body: [UInt8] =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 0x01, 1, 0] + vector(extensions)
        return [1, 0] + UInt16(body.count).bigEndianBytes + body
    }()

    private static func reading(_ bytes: ArraySlice<UInt8>) -> ClientOffer.Reading {
        ClientOffer.reading(bytes.span.bytes)
    }

    /// The message in records of at most `size` bytes.
    private static func records(of size: Int) -> [UInt8] {
        stride(from: 0, to: hello.count, by: size).flatMap { start in
            SessionWriter.record(22, Array(hello[start..<min(start + size, hello.count)]))
        }
    }

    @Test(arguments: [1, 3, 40, 1_000])
    func `an offer is read once it is whole, in however many records`(size: Int) throws {
        let bytes = Self.records(of: size)
        for end in 0..<bytes.count {
            #expect(Self.reading(bytes[..<end]) == .incomplete)
        }
        guard case .complete(let offer) = Self.reading(bytes[...]) else {
            Issue.record("it is not complete")
            return
        }
        #expect(offer.serverName == "example.com")
        #expect(offer.protocols == ["h2", "http/1.1"])
    }

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\n".utf8), [22, 2, 0, 0, 5, 1], [22, 3, 1, 0, 0],
        [22, 3, 1, 0, 4, 2, 0, 0, 0],
        // A message that declares 16 MiB, and one that is too short for what it holds.
        [22, 3, 1, 0, 4, 1, 255, 255, 255], [22, 3, 1, 0, 6, 1, 0, 0, 2, 3, 3],
    ])
    func `other bytes are no offer`(bytes: [UInt8]) {
        #expect(Self.reading(bytes[...]) == .other)
    }
}
