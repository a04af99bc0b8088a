import Bytes
import Forms
import NIOCore
import Shell
import Trials

/// A body of the lab in a request, whose bytes no encoder touches.
struct ProbeRequest {
    /// The body.
    let body: LabBody
    /// The request, head and all.
    let bytes: [UInt8]

    /// Fields that describe the body: the lab's own stand in the head.
    static let reserved: Set<String> = ["content-type", "content-length", "transfer-encoding", "connection"]

    /// Makes the request; `nil` where there is no place for a field that the server needs.
    ///
    /// - Parameters:
    ///   - body: the body.
    ///   - target: the URL.
    ///   - fields: fields that are added to the head, or take the place of its own.
    ///   - extra: a field of the form that the server needs; `nil` for none.
    init?(
        _ body: LabBody,
        to target: RequestHead,
        fields: [(name: String, value: String)],
        extra: ProbeField?
    ) {
        guard let content = extra.map({ $0.added(to: body) }) ?? body.body else { return nil }
        self.body = body
        let own = [
            ("Host", target.authority), ("User-Agent", "partwise/\(ProductVersion.current)"),
            ("Accept", "*/*"),
        ]
        let given = Set(fields.map { $0.name.lowercased() })
        let lines = (own.filter { !given.contains($0.0.lowercased()) } + fields.map { ($0.name, $0.value) })
            .map { "\($0.0): \($0.1)\r\n" }.joined()
        bytes =
            Array("POST \(target.target) HTTP/1.1\r\n\(lines)Content-Type: ".utf8) + body.contentType
            + Array("\r\nContent-Length: \(content.count)\r\nConnection: close\r\n\r\n".utf8) + content
    }
}

/// Sends bytes that are held, at once.
final class HeldScript: RequestScript {
    private var bytes: [UInt8]?

    /// Prepares to send bytes.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func next(_ allocator: ByteBufferAllocator) -> RequestStep {
        guard let bytes = bytes.take() else { return .end(closes: false) }
        return .bytes(ByteBuffer(bytes: bytes), content: 0)
    }
}
