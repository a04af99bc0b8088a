import Exchanges

/// What was reported on connections: each diagnostic once, with how often and where first.
struct ConnectionDiagnostics {
    /// A diagnostic and its places.
    struct Entry {
        /// What was reported.
        let diagnostic: ConnectionDiagnostic
        /// The number of the connection on which it was reported first.
        let connection: Int
        /// The frame in which it showed first; `nil` where the source has no frames.
        let frame: Int?
        /// How often it was reported.
        var count = 1
    }

    /// The greatest number of different diagnostics that are kept: errors of HTTP/2 differ in their numbers.
    private static let limit = 100

    /// The diagnostics in the order in which they first came.
    private(set) var entries: [Entry] = []
    private var places: [ConnectionDiagnostic: Int] = [:]

    /// Takes a diagnostic.
    mutating func add(_ diagnostic: ConnectionDiagnostic, connection: Int, frame: Int?) {
        if let place = places[diagnostic] {
            entries[place].count += 1
        } else if entries.count < Self.limit {
            places[diagnostic] = entries.count
            entries.append(Entry(diagnostic: diagnostic, connection: connection, frame: frame))
        }
    }
}

extension ConnectionDiagnostics.Entry {
    /// A short name for scripts.
    var kind: String {
        switch diagnostic {
        case .http2Error: "http2-error"
        case .goAway: "http2-goaway"
        case .unprocessed: "http2-unprocessed"
        case .pushIgnored: "http2-push"
        case .unknownFields: "http2-unknown-fields"
        case .framesLost: "http2-frames-lost"
        }
    }

    /// One sentence.
    var message: String {
        let place = "connection \(connection)" + (frame.map { ", frame \($0)" } ?? "")
        let times = count > 1 ? "\(count) times, first on \(place)" : "on \(place)"
        return switch diagnostic {
        case .http2Error(let error):
            "HTTP/2 broke off \(times): \(error); the rest of the connection is not read"
        case .goAway(let code, let byClient):
            "the \(byClient ? "client" : "server") ended HTTP/2 with \(code) (GOAWAY) \(times)"
        case .unprocessed:
            "a request of HTTP/2 was not processed, as the server says (GOAWAY or REFUSED_STREAM), \(times): "
                + "the client may send it again"
        case .pushIgnored: "a server push of HTTP/2 was passed over \(times)"
        case .unknownFields:
            "a head of HTTP/2 refers to fields from before the capture or from a gap \(times): "
                + "they are not known, and nothing is said of them"
        case .framesLost:
            "frames of HTTP/2 are missing from the capture \(times): reading went on where a frame began again"
        }
    }
}
