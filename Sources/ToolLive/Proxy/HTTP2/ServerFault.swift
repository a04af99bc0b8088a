import NIOHTTP2

/// A server breaks the rules of HTTP/2, or sends more than is taken: its connection is closed, or a stream reset.
struct ServerFault: Error {
    /// One clause, without a full stop.
    let text: String

    /// Makes it of an error of SwiftNIO's HTTP/2; `nil` for one of what is below that.
    init?(_ error: any Error) {
        guard error is any NIOHTTP2Error else { return nil }
        // What is written is not the server's.
        let subject = error is NIOHTTP2Errors.UnableToSerializeFrame ? "HTTP/2" : "the server's HTTP/2"
        text = "\(subject) is refused: \(ConnectionErrors.text(error))"
    }
}
