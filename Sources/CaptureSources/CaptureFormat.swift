/// The formats of captures, by the names used in reports.
package enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
    /// libpcap's file format, in all its variants.
    case pcap
    /// The format of Wireshark's captures.
    case pcapng
    /// A raw HTTP message: start line, fields, body.
    case http
    /// A multipart body without a head.
    case body
    /// An HTTP Archive.
    case har
    /// Charles's native session (`.chls`), a stream of Java objects.
    case charles
    /// Charles's session as JSON (`.chlsj`).
    case charlesJSON = "charles-json"
    /// Charles's zipped session (`.chlz`).
    case charlesZip = "charles-zip"
    /// Charles's session as XML (`.chlsx`).
    case charlesXML = "charles-xml"
    /// mitmproxy's flow file.
    case mitmproxy
    /// Fiddler's session archive.
    case saz
    /// Burp's saved items.
    case burpXML = "burp-xml"
    /// The output of curl's `--trace` and `--trace-ascii`.
    case curlTrace = "curl-trace"

    /// Whether the format holds packets, which ``CaptureReader`` reads.
    package var holdsPackets: Bool { self == .pcap || self == .pcapng }

    /// Whether the format holds exchanges logged by a proxy, which ``LogReader`` reads.
    package var holdsExchanges: Bool {
        switch self {
        case .pcap, .pcapng, .http, .body: false
        default: true
        }
    }

    /// The format in words, with its article.
    package var title: String {
        switch self {
        case .pcap: "a pcap capture"
        case .pcapng: "a pcapng capture"
        case .http: "a raw HTTP message"
        case .body: "a multipart body"
        case .har: "an HTTP Archive (HAR)"
        case .charles: "a Charles session"
        case .charlesJSON: "a Charles session in JSON"
        case .charlesZip: "a zipped Charles session"
        case .charlesXML: "a Charles session in XML"
        case .mitmproxy: "a mitmproxy flow file"
        case .saz: "a Fiddler session archive"
        case .burpXML: "a file of Burp items"
        case .curlTrace: "a curl trace"
        }
    }

    /// The names of the formats, joined for a message.
    package static var readableNames: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + (names.last.map { " and \($0)" } ?? "")
    }
}
