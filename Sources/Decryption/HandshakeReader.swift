/// Joins the messages of a handshake from the records that carry them (RFC 8446 §5.1).
struct HandshakeReader {
    /// A handshake message of one of the kinds that are read.
    struct Message: Equatable {
        /// The kind of message.
        var type: Kind
        /// The body, without type and length.
        var body: [UInt8]
    }

    /// The kinds of messages that are read (RFC 8446 §4).
    enum Kind: UInt8 {
        case clientHello = 1
        /// ServerHello, or HelloRetryRequest.
        case serverHello = 2
        case endOfEarlyData = 5
        case encryptedExtensions = 8
        case finished = 20
        case keyUpdate = 24
    }

    /// The longest message that is kept, in bytes: the largest hellos in use have some 4,000.
    static let messageLimit = 1 << 16

    private var held: [UInt8] = []
    private var passing = 0

    /// Whether the next byte is the first of a message.
    var isBetweenMessages: Bool { held.isEmpty && passing == 0 }

    /// Adds what a record carried; returns the messages that end in it.
    mutating func push(_ bytes: ArraySlice<UInt8>) -> [Message] {
        var messages: [Message] = []
        var rest = bytes
        while !rest.isEmpty {
            if passing > 0 {
                let count = min(passing, rest.count)
                passing -= count
                rest = rest.dropFirst(count)
                continue
            }
            let wanted = held.count < 4 ? 4 : 4 + length
            let count = min(wanted - held.count, rest.count)
            held += rest.prefix(count)
            rest = rest.dropFirst(count)
            guard held.count >= 4 else { continue }
            let kind = Kind(rawValue: held[0])
            if kind == nil || length > Self.messageLimit {
                passing = length - (held.count - 4)
                held = []
            } else if let kind, held.count == 4 + length {
                messages.append(Message(type: kind, body: Array(held[4...])))
                held = []
            }
        }
        return messages
    }

    /// Drops a message that has a gap; the next record is taken to begin with another.
    mutating func restart() {
        held = []
        passing = 0
    }

    private var length: Int { Int(held[1]) << 16 | Int(held[2]) << 8 | Int(held[3]) }
}
