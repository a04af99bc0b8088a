import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import ToolLive

/// Responses of HTTP/1.1 that leave as frames of HTTP/2.
struct ClientStreamCodecTests {
    /// The frames of a response, in words.
    private func frames(_ pieces: [String]) throws -> [String] {
        let channel = EmbeddedChannel(handler: ClientStreamCodec())
        let request: HPACKHeaders = [
            ":method": "GET", ":scheme": "https", ":authority": "h", ":path": "/",
        ]
        try channel.writeInbound(HTTP2Frame.FramePayload.headers(.init(headers: request, endStream: true)))
        for piece in pieces { channel.write(ByteBuffer(string: piece), promise: nil) }
        channel.flush()
        var frames: [String] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.FramePayload.self) {
            switch frame {
            case .headers(let headers):
                let names = headers.headers.map(\.name).joined(separator: " ")
                frames.append("\(names)\(headers.endStream ? ", end" : "")")
            case .data(let data):
                frames.append("\(data.data.readableBytes) bytes\(data.endStream ? ", end" : "")")
            default: frames.append("other")
            }
        }
        _ = try? channel.finish()
        return frames
    }

    @Test(arguments: [
        (["HTTP/1.1 204 \r\n\r\n"], [":status, end"]),
        // As gRPC says that a call has failed: all in one head.
        (
            ["HTTP/1.1 200 \r\ngrpc-status: 16\r\ntransfer-encoding: chunked\r\n\r\n", "0\r\n\r\n"],
            [":status grpc-status, end"]
        ),
        (
            ["HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\n", "ok"],
            [":status content-length", "2 bytes", "0 bytes, end"]
        ),
        (["HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\n"], [":status content-length"]),
        (
            [
                "HTTP/1.1 200 \r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-t: 1\r\n\r\n"
            ],
            [":status content-length", "2 bytes", "x-t, end"]
        ),
        (
            ["HTTP/1.1 200 \r\ntransfer-encoding: chunked\r\n\r\n", "0\r\nx-t: 1\r\n\r\n"],
            [":status", "x-t, end"]
        ),
    ])
    func `the stream ends where the response does, and trailers stay`(pieces: [String], frames: [String])
        throws
    {
        #expect(try self.frames(pieces) == frames)
    }
}
