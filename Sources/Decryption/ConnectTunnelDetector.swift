import Bytes

/// Finds the place in a connection to a proxy at which a tunnel begins (RFC 9110 §9.3.6).
///
/// The client sends CONNECT requests until one is answered with 2xx, then the tunnel; the server sends the
/// answers, then the tunnel. A proxy may refuse a few times first, mostly to ask for the client's
/// credentials.
struct ConnectTunnelDetector {
    /// Finds the blank line that ends a head.
    private struct HeadEnd {
        private var lineLength = 0

        /// Whether the head ends with this byte.
        mutating func isReached(by byte: UInt8) -> Bool {
            switch byte {
            case 0x0A:
                defer { lineLength = 0 }
                return lineLength == 0
            case 0x0D: return false
            default:
                lineLength += 1
                return false
            }
        }
    }

    private enum ClientState {
        case request(HeadEnd)
        case betweenRequests
    }

    private enum ServerState {
        case statusLine([UInt8])
        case head(HeadEnd, isSuccess: Bool, isInformational: Bool)
        case content
    }

    /// `HTTP/1.1 200`.
    private static let statusLength = 12

    /// Who sends the requests.
    let client: Side
    /// Whether the tunnel has begun.
    private(set) var isOpen = false

    private var clientState = ClientState.request(HeadEnd())
    private var serverState = ServerState.statusLine([])
    private var serverIsInTunnel = false
    private var clientIsInTunnel = false

    /// Makes a detector for a connection on which `client` sends CONNECT.
    init(client: Side) {
        self.client = client
    }

    /// How many of the bytes of a side come before the tunnel: all, or fewer where the tunnel has begun.
    mutating func countBeforeTunnel(_ bytes: RawSpan, from side: Side) -> Int {
        side == client ? countOfClient(bytes) : countOfServer(bytes)
    }

    private mutating func countOfClient(_ bytes: RawSpan) -> Int {
        var position = 0
        while position < bytes.byteCount, !clientIsInTunnel {
            let byte = bytes.byte(position)
            switch clientState {
            case .request(var end):
                position += 1
                if end.isReached(by: byte) {
                    clientState = .betweenRequests
                    if case .content = serverState { serverState = .statusLine([]) }
                } else {
                    clientState = .request(end)
                }
            case .betweenRequests:
                // A capture may have the client's hello before the answer for which it waited.
                if isOpen || byte == RecordHeader.ContentType.handshake.rawValue {
                    isOpen = true
                    clientIsInTunnel = true
                } else {
                    clientState = .request(HeadEnd())
                }
            }
        }
        return position
    }

    private mutating func countOfServer(_ bytes: RawSpan) -> Int {
        var position = 0
        while position < bytes.byteCount, !serverIsInTunnel {
            let byte = bytes.byte(position)
            position += 1
            switch serverState {
            case .content: return bytes.byteCount
            case .statusLine(var line):
                line.append(byte)
                serverState = .statusLine(line)
                guard line.count == Self.statusLength else { continue }
                let isStatus = line.starts(with: "HTTP/1.".utf8)
                let digit = line[Self.statusLength - 3]
                serverState =
                    isStatus
                    ? .head(
                        HeadEnd(),
                        isSuccess: digit == UInt8(ascii: "2"),
                        isInformational: digit == UInt8(ascii: "1")
                    ) : .content
            case .head(var end, let isSuccess, let isInformational):
                guard end.isReached(by: byte) else {
                    serverState = .head(end, isSuccess: isSuccess, isInformational: isInformational)
                    continue
                }
                serverState = isInformational ? .statusLine([]) : .content
                guard isSuccess else { continue }
                isOpen = true
                serverIsInTunnel = true
            }
        }
        return position
    }
}
