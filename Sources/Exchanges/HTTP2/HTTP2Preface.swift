import Bytes

/// The client's connection preface (RFC 9113 §3.4).
enum HTTP2Preface {
    /// The bytes: `PRI * HTTP/2.0`, a blank line, `SM`, a blank line.
    static let bytes: [UInt8] = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
}
