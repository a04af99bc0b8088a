import TestSupport
import Testing

@testable import Decryption

/// Records of TLS, and the messages in them, however their bytes are cut.
struct RecordDivisionTests {
    /// A record that came to its end.
    private struct Record: Equatable {
        var header: RecordHeader?
        /// The fragment; `nil` where it was passed over.
        var fragment: [UInt8]?
        var start: Int
        var number: Int
    }

    /// What a reader tells, and what it holds at the end.
    private struct Told: Equatable {
        var records: [Record] = []
        var heldBytes = 0
    }

    private static func record(_ type: UInt8, _ fragment: [UInt8]) -> [UInt8] {
        [type, 3, 3, UInt8(fragment.count >> 8), UInt8(fragment.count & 0xFF)] + fragment
    }

    private static let stream =
        record(22, Array(0..<40)) + record(20, [1]) + record(23, [])
        + record(23, [UInt8](repeating: 23, count: 300))
        + [0x17, 3, 9, 0, 1] + Array("no record".utf8) + [0x17, 0x17, 0x17, 3, 3, 0, 2, 0xA, 0xB]
        + record(21, [2, 40])

    private static func read(_ chunks: [ArraySlice<UInt8>], keepsFragment: Bool) -> Told {
        var reader = RecordReader()
        var told = Told()
        var base = 0
        for chunk in chunks {
            var position = 0
            steps: while true {
                let step = reader.step(
                    chunk.span.bytes,
                    from: &position,
                    base: base,
                    keepsFragment: keepsFragment
                )
                guard step != .moreNeeded else { break steps }
                told.records.append(
                    Record(
                        header: reader.header,
                        fragment: step == .record ? Array(reader.fragment) : nil,
                        start: reader.start,
                        number: reader.number
                    )
                )
                reader.clear()
            }
            base += chunk.count
        }
        told.heldBytes = reader.heldBytes
        return told
    }

    @Test(arguments: [true, false])
    func `records are the same however the stream is cut`(keepsFragment: Bool) {
        let told = Self.read([Self.stream[...]], keepsFragment: keepsFragment)
        #expect(told.records.map(\.header?.fragmentLength) == [40, 1, 0, 300, 2, 2])
        #expect(
            told.records.map { $0.fragment?.count }
                == (keepsFragment ? [40, 1, 0, 300, 2, 2] : Array(repeating: nil, count: 6))
        )
        ParserVerifier.verify(Self.stream) { Self.read($0, keepsFragment: keepsFragment) }
    }

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type] + [16, 8, 0].map { UInt8(body.count >> $0 & 0xFF) } + body
    }

    private static let messages =
        message(1, Array(0..<60)) + message(8, []) + message(11, [UInt8](repeating: 1, count: 500))
        + message(20, [1, 2, 3])
        + [1, 0xFF, 0xFF]

    /// The messages, and whether the input ends between two.
    private struct Joined: Equatable {
        var messages: [HandshakeReader.Message] = []
        var isBetweenMessages = true
    }

    @Test func `messages of the handshake are the same however records cut them`() {
        func read(_ chunks: [ArraySlice<UInt8>]) -> Joined {
            var reader = HandshakeReader()
            let messages = chunks.flatMap { reader.push($0) }
            return Joined(messages: messages, isBetweenMessages: reader.isBetweenMessages)
        }
        #expect(
            read([Self.messages[...]]).messages.map(\.type) == [
                .clientHello, .encryptedExtensions, .finished,
            ]
        )
        ParserVerifier.verify(Self.messages, run: read)
    }

    @Test func `a message longer than is kept is passed over however records cut it`() {
        let input =
            Self.message(1, [UInt8](repeating: 20, count: HandshakeReader.messageLimit + 1))
            + Self.message(20, [7])
        // Cutting it off at each byte would take minutes, and says no more than a short message does.
        for division in InputDivision.all(of: input, splitLimit: 0) where division.chunks.count > 2 {
            var reader = HandshakeReader()
            let messages = division.chunks.flatMap { reader.push($0) }
            #expect(messages == [HandshakeReader.Message(type: .finished, body: [7])], "\(division.name)")
            #expect(reader.isBetweenMessages, "\(division.name)")
        }
    }
}
