import NIOCore

/// The first bytes of a client that speaks HTTP/2 (RFC 9113 §3.4).
enum HTTP2Preface {
    private static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// What a server sends that wants HTTP/1.1: SETTINGS, and GOAWAY with HTTP_1_1_REQUIRED (RFC 9113 §7).
    static let refusal = ByteBuffer(
        bytes: [0, 0, 0, 4, 0, 0, 0, 0, 0] + [0, 0, 8, 7, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 0x0D]
    )

    /// Whether bytes begin with it.
    static func opens(_ buffer: ByteBuffer) -> Bool { buffer.readableBytesView.starts(with: bytes) }

    /// Whether bytes are the beginning of it, and more have to come.
    static func isBegun(by buffer: ByteBuffer) -> Bool {
        // The first letter alone begins POST too.
        buffer.readableBytes < bytes.count && bytes.starts(with: buffer.readableBytesView)
    }
}
