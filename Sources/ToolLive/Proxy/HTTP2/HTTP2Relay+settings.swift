import NIOHTTP2

/// The settings of the connections of HTTP/2 that are ended here.
extension HTTP2Relay {
    /// The bytes that a client may send on a stream, or a server, before they are taken.
    private static let window = 1 << 20
    /// The bytes of a head, as HTTP/2 counts them (RFC 9113 §6.5.2).
    private static let headLimit = 64 << 10

    /// The frames of a kind that are taken in half a minute: streams that are reset, PING, SETTINGS and others that carry
    /// nothing.
    ///
    /// Clients and servers that mean well send hundreds.
    private static let frameLimit = 10_000

    /// The settings of a connection of HTTP/2, with the window of its streams; `nil` for SwiftNIO's own.
    static func connectionConfiguration(window: Int? = window) -> NIOHTTP2Handler.ConnectionConfiguration {
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        settings.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
            HTTP2Setting(parameter: .maxHeaderListSize, value: headLimit),
        ]
        settings.controlFrameRateLimit.maximumCount = frameLimit
        settings.maximumConnectionGlitches = frameLimit
        if let window {
            settings.initialSettings.append(HTTP2Setting(parameter: .initialWindowSize, value: window))
        }
        return settings
    }

    /// The settings of streams, before anything else is set.
    static var baseStreamConfiguration: NIOHTTP2Handler.StreamConfiguration {
        var streams = NIOHTTP2Handler.StreamConfiguration()
        streams.streamResetFrameRateLimit.maximumCount = frameLimit
        streams.streamErrorRateLimit.maximumCount = frameLimit
        return streams
    }

    /// How the streams of relays hold what is to be written.
    static var streamConfiguration: NIOHTTP2Handler.StreamConfiguration {
        var streams = baseStreamConfiguration
        streams.targetWindowSize = window
        streams.outboundBufferSizeHighWatermark = 128 << 10
        streams.outboundBufferSizeLowWatermark = 64 << 10
        return streams
    }
}
