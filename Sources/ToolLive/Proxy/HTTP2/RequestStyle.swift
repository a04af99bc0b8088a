import NIOCore
import NIOHPACK

/// How a client of HTTP/2 writes what a head of HTTP/1.1 has one way for, so that a server of HTTP/2 gets it as it was.
struct RequestStyle {
    /// The names of the pseudo-header fields, in the client's order (RFC 9113 §8.3.1).
    private(set) var pseudoFields = [":method", ":scheme", ":authority", ":path"]
    /// Whether each cookie has a field of its own (RFC 9113 §8.2.3).
    private(set) var splitsCookies = false

    /// The style of a head.
    init(of headers: HPACKHeaders) {
        let names = headers.lazy.map(\.name)
        let known = pseudoFields
        let written = names.filter(known.contains)
        // One that the client left out has to be there all the same: its Host was taken for it.
        pseudoFields = written + known.filter { !written.contains($0) }
        splitsCookies = names.count { $0 == "cookie" } > 1
    }

    /// That of a request which came over HTTP/1.1.
    init() {}
}

extension RelayEnd {
    /// Has the head that is written next look like that of a client; a connection of HTTP/1.1 has no use for it.
    func write(inStyle style: RequestStyle) { context?.triggerUserOutboundEvent(style, promise: nil) }
}
