import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import ToolLive

/// Requests of HTTP/1.1 that leave as frames of HTTP/2.
struct ServerStreamCodecTests {
    /// The frames of a request in a client's style, in words.
    private func frames(_ pieces: [String], _ style: RequestStyle?) throws -> [String] {
        let codec = ServerStreamCodec(ServerDeparture {}, isSecure: true)
        let channel = EmbeddedChannel(handler: codec)
        if let style { channel.triggerUserOutboundEvent(style, promise: nil) }
        for piece in pieces { channel.write(ByteBuffer(string: piece), promise: nil) }
        channel.flush()
        var frames: [String] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.FramePayload.self) {
            switch frame {
            case .headers(let headers):
                let fields = headers.headers.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
                frames.append("\(fields)\(headers.endStream ? "; end" : "")")
            case .data(let data):
                frames.append("\(data.data.readableBytes) bytes\(data.endStream ? "; end" : "")")
            default: frames.append("other")
            }
        }
        _ = try? channel.finish()
        return frames
    }

    private static let head = "POST /up HTTP/1.1\r\nhost: h.test\r\n"

    @Test(arguments: [
        (["content-length: 4\r\n\r\n", "form"], ["4 bytes; end"]),
        (["content-length: 4\r\n\r\nform"], ["4 bytes; end"]),
        (["content-length: 4\r\n\r\n", "fo", "rm"], ["2 bytes", "2 bytes; end"]),
        (["transfer-encoding: chunked\r\n\r\n", "4\r\nform\r\n0\r\n\r\n"], ["4 bytes; end"]),
        (["transfer-encoding: chunked\r\n\r\n4\r\nform\r\n", "0\r\n\r\n"], ["4 bytes", "0 bytes; end"]),
        (
            ["transfer-encoding: chunked\r\n\r\n", "4\r\nform\r\n0\r\nx-t: 1\r\n\r\n"],
            ["4 bytes", "x-t 1; end"]
        ),
    ])
    func `the last bytes of content end the stream where they are known to be`(
        pieces: [String],
        data: [String]
    ) throws {
        let frames = try frames([Self.head + pieces[0]] + pieces.dropFirst(), nil)
        #expect(Array(frames.dropFirst()) == data, "\(frames)")
    }

    @Test(arguments: [
        (
            [":method", ":authority", ":scheme", ":path"], 1,
            ":method POST, :authority h.test, :scheme https, :path /up, cookie a=1; b=2; end"
        ),
        (
            [":path", ":method", ":scheme"], 2,
            ":path /up, :method POST, :scheme https, :authority h.test, cookie a=1, cookie b=2; end"
        ),
        ([], 0, ":method POST, :scheme https, :authority h.test, :path /up, cookie a=1; b=2; end"),
    ])
    func `the head is in the style of the client's`(
        pseudoFields: [String],
        cookieFields: Int,
        head: String
    ) throws {
        var headers = HPACKHeaders()
        for name in pseudoFields { headers.add(name: name, value: "x") }
        for _ in 0..<cookieFields { headers.add(name: "cookie", value: "x=1") }
        let frames = try frames(
            [Self.head + "cookie: a=1; b=2\r\n\r\n"],
            pseudoFields.isEmpty ? nil : RequestStyle(of: headers)
        )
        #expect(frames == [head])
    }
}
