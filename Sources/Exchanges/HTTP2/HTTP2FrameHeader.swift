import Bytes

/// The nine bytes before each frame's payload (RFC 9113 §4.1).
struct HTTP2FrameHeader: Hashable, Sendable {
    /// The types of frames that are read; others are ignored (RFC 9113 §5.5).
    enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case priority = 2
        case resetStream = 3
        case settings = 4
        case pushPromise = 5
        case ping = 6
        case goAway = 7
        case windowUpdate = 8
        case continuation = 9

        /// The name that RFC 9113 §6 gives it.
        var name: String {
            switch self {
            case .data: "DATA"
            case .headers: "HEADERS"
            case .priority: "PRIORITY"
            case .resetStream: "RST_STREAM"
            case .settings: "SETTINGS"
            case .pushPromise: "PUSH_PROMISE"
            case .ping: "PING"
            case .goAway: "GOAWAY"
            case .windowUpdate: "WINDOW_UPDATE"
            case .continuation: "CONTINUATION"
            }
        }

        /// The flags that are defined for it.
        fileprivate var flags: UInt8 {
            switch self {
            case .data: 0x09
            case .headers: 0x2D
            case .settings, .ping: 0x01
            case .pushPromise: 0x0C
            case .continuation: 0x04
            case .priority, .resetStream, .goAway, .windowUpdate: 0
            }
        }

        /// Whether it concerns a stream, the connection as a whole, or (`nil`) either.
        var concernsStream: Bool? {
            switch self {
            case .data, .headers, .priority, .resetStream, .pushPromise, .continuation: true
            case .settings, .ping, .goAway: false
            case .windowUpdate: nil
            }
        }

        /// The only length that its payload may have, in bytes; `nil` where it may vary.
        var fixedLength: Int? {
            switch self {
            case .priority: 5
            case .resetStream, .windowUpdate: 4
            case .ping: 8
            default: nil
            }
        }
    }

    /// The number of bytes of a header.
    static let length = 9
    /// The greatest payload that may be sent unless the other side allows more (RFC 9113 §4.2).
    static let ordinaryPayload = 16_384

    /// The length of the payload, in bytes: at most 16,777,215.
    let payloadLength: Int
    /// The type of the frame, known or not.
    let type: UInt8
    /// The flags.
    let flags: UInt8
    /// The stream that the frame belongs to, without the reserved bit; 0 is the connection.
    let stream: Int
    private let isReserved: Bool

    /// Reads a header from the first nine of at least nine bytes.
    init(_ bytes: RawSpan) {
        payloadLength = Int(bytes.byte(0)) << 16 | Int(bytes.byte(1)) << 8 | Int(bytes.byte(2))
        type = bytes.byte(3)
        flags = bytes.byte(4)
        let word =
            Int(bytes.byte(5)) << 24 | Int(bytes.byte(6)) << 16 | Int(bytes.byte(7)) << 8
            | Int(bytes.byte(8))
        stream = word & 0x7FFF_FFFF
        isReserved = word >> 31 != 0
    }

    /// The type, `nil` where it is not known.
    var kind: Kind? { Kind(rawValue: type) }
    /// Whether it is the last frame that its sender sends on the stream (DATA and HEADERS).
    var endsStream: Bool { flags & 0x01 != 0 }
    /// Whether it acknowledges (SETTINGS).
    var isAcknowledgement: Bool { flags & 0x01 != 0 }
    /// Whether it ends a header block (HEADERS, PUSH_PROMISE, CONTINUATION).
    var endsHeaders: Bool { flags & 0x04 != 0 }
    /// Whether padding follows, its length before the content (DATA, HEADERS, PUSH_PROMISE).
    var isPadded: Bool { flags & 0x08 != 0 }
    /// Whether five bytes of priority precede the header block (HEADERS).
    var hasPriority: Bool { flags & 0x20 != 0 }

    /// Whether its bytes are `HTTP/1.` and two more: the beginning of a status line, which is no frame.
    var isStatusLine: Bool {
        payloadLength == 0x48_5454 && type == 0x50 && flags == 0x2F && stream >> 16 == 0x312E
    }

    /// Whether bytes that may or may not begin a frame look like the header of one that senders in use would
    /// send.
    ///
    /// Used after a gap, and where a capture begins in the middle of a connection. About one in 2³⁰ random
    /// places passes.
    var isPlausible: Bool {
        guard let kind, payloadLength <= Self.ordinaryPayload, !isReserved, flags & ~kind.flags == 0,
            payloadLength == kind.fixedLength ?? payloadLength,
            kind.concernsStream.map({ $0 == (stream != 0) }) ?? true,
            stream < 1 << 24
        else { return false }
        return switch kind {
        case .settings: isAcknowledgement ? payloadLength == 0 : payloadLength % 6 == 0
        case .headers, .data: stream % 2 == 1 && (payloadLength > 0 || kind == .data && endsStream)
        case .goAway: payloadLength >= 8
        case .pushPromise, .continuation: false
        default: true
        }
    }
}
