import Bytes
import Exchanges
import Pipeline

/// The uploads whose bodies could not be judged, counted by the reason.
package struct UnjudgedUploads: Hashable, Sendable {
    /// Why the body of an upload could not be judged.
    package enum Reason: Hashable, Comparable, Sendable {
        /// A capture of a format holds no byte of it.
        case absent(format: String)
        /// The same, and packets of the capture are cut off.
        case cut(format: String)
        /// It is under a content coding that cannot be decoded.
        case coding(String)
    }

    /// How many reasons are told apart; the names of codings are the clients'.
    private static let reasonLimit = 64

    /// The number of uploads of each reason.
    package private(set) var counts: [Reason: Int] = [:]
    /// The number in the capture that is being read, of which the format and what it lacks are known only at its end.
    private var absent = 0

    /// The number of all.
    package var count: Int { counts.values.reduce(absent, +) }

    /// Counts an exchange that lacks its body.
    mutating func add(_ exchange: InspectedExchange) {
        if let decoding = exchange.decoding, !decoding.isDecoded {
            let reason = Reason.coding(decoding.name)
            let isKnown = counts[reason] != nil || counts.count < Self.reasonLimit
            counts[isKnown ? reason : .coding("*"), default: 0] += 1
        } else {
            absent += 1
        }
    }

    /// Assigns the format of the capture that was read to its uploads.
    mutating func end(_ capture: InspectedCapture) {
        guard absent > 0 else { return }
        let format = capture.format
        counts[capture.hasCutPackets ? .cut(format: format) : .absent(format: format), default: 0] += absent
        absent = 0
    }

    /// A sentence for each reason: how many uploads, why, and what to do.
    package var sentences: [String] {
        counts.sorted { $0.key < $1.key }.map { reason, count in
            "\(Quantity.of(count, "upload")) could not be judged: \(reason.words)"
        }
    }
}

extension UnjudgedUploads.Reason {
    /// A short name for scripts.
    package var name: String {
        switch self {
        case .absent, .cut: "body-absent"
        case .coding: "unknown-coding"
        }
    }

    /// The format of the capture; `nil` where it does not matter.
    package var format: String? {
        switch self {
        case .absent(let format), .cut(let format): format
        case .coding: nil
        }
    }

    /// Why, and what to do.
    fileprivate var words: String {
        switch self {
        case .coding(let name):
            "the content coding \(PrintableText.text(name, limit: 60)) cannot be decoded; "
                + "have the client send the body without it"
        case .cut: "the packets were cut before the body; capture whole packets (tcpdump -s 0)"
        case .absent(let format):
            switch format {
            case "charles-json":
                "Charles leaves the bodies of forms out of its JSON export; "
                    + "in Charles save the session as .chls and check that"
            case "charles", "charles-zip", "charles-xml":
                "the Charles session has no body for them; raise the limits on recorded sizes in Charles "
                    + "(Proxy > Recording Settings) and record again"
            case "har":
                "the HAR has no body text (postData.text), at most the values of the fields (postData.params); "
                    + "record with a proxy (Charles .chls, mitmproxy), curl --trace or tcpdump, which keep the bytes"
            case "mitmproxy":
                "mitmproxy streamed the bodies without storing them; "
                    + "set store_streamed_bodies, or do not set stream_large_bodies, and record again"
            case "curl-trace": "the log has no body bytes; use curl --trace FILE instead of -v"
            case "saz", "burp-xml":
                "the archive has no request bodies; save the sessions with their bodies and check that"
            case "pcap", "pcapng":
                "no packet has a byte of the body, which was not captured, or is not in the log that the packets were made of; "
                    + "record again from before the upload, with a tool that keeps bodies"
            default: "the capture has no byte of the body; record again with bodies"
            }
        }
    }
}
