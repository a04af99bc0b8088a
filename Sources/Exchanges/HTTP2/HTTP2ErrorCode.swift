/// Why a stream or a connection of HTTP/2 is ended (RFC 9113 §7).
package struct HTTP2ErrorCode: Hashable, Sendable, CustomStringConvertible {
    /// No error: an orderly shutdown.
    static let none = HTTP2ErrorCode(0)
    /// The stream was refused before anything was processed.
    static let refusedStream = HTTP2ErrorCode(7)

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// The code's number.
    package let number: UInt32

    /// Makes a code of a number.
    package init(_ number: UInt32) {
        self.number = number
    }

    /// Reads a code from its bytes in network order.
    init(_ bytes: some Sequence<UInt8>) {
        number = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The name that RFC 9113 §7 gives it, or its number.
    package var description: String {
        Int(exactly: number).flatMap { Self.names.indices.contains($0) ? Self.names[$0] : nil }
            ?? "error \(number)"
    }
}
