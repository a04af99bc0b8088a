import TestSupport

/// How far a recording reaches, and what stands in it otherwise than the server got it: the notes of who recorded it.
struct RecordedExtent {
    /// Recordings that end in the middle of an upload, and of how many parts the headers came before: the capture of
    /// the proxy's packets was stopped while the last client still sent.
    private static let cut = ["mitm-dev-proxy.pcap": (boundary: "73c7d9ee40a38a7cc3d1a554c4c187d6", parts: 2)]

    /// Bytes of Ethernet, IPv4 and TCP headers, timestamps of TCP included, before the bytes of a segment.
    private static let packetHeaders = 14 + 20 + 32

    /// The parts whose headers the recording shows; `nil` where it shows all.
    let shownParts: Int?
    /// Bytes that are missing in the middle: longer contents are not known, nor what else may have stood there.
    let gap: Int?

    private let isPackets: Bool
    private let proxyMode: String?
    private let snaplen: Int?

    /// Looks at the notes on a recording.
    init(_ file: CaptureFile, _ truth: Truth, _ request: TruthRequest) {
        isPackets = file.holdsPackets
        proxyMode = truth.proxyMode
        let cut = Self.cut[file.name].flatMap { $0.boundary == request.boundary ? $0.parts : nil }
        let prefix = "snaplen "
        snaplen = truth.captureDefect.flatMap { defect in
            defect.hasPrefix(prefix) ? Int(defect.dropFirst(prefix.count)) : nil
        }
        shownParts = snaplen == nil ? cut : 0
        let missing = truth.captureDefect?.firstMatch(of: /segment missing .*\(([0-9]+) bytes\)/)?.1
        gap = missing.flatMap { Int($0) }
    }

    /// Method, target and version, and how the target was written where the recording shows that.
    func line(_ words: [String], _ recorder: Recorder) -> [String: String] {
        var line = ["method": words[0], "target": words[1], "version": words[2]]
        // The truth is what the server got; a client that knows of its proxy writes the whole URL to it.
        let isWhole = proxyMode == "regular" && isPackets
        if recorder.showsLines, words[2] != "HTTP/2" { line["form of the target"] = isWhole ? "URL" : "path" }
        return line
    }

    /// The field lines that the recording shows, and whether those are all.
    func fields(_ request: TruthRequest) -> ([TruthTraits.Field], isAll: Bool) {
        var end = request.requestLine.utf8.count + 2
        let room = snaplen.map { $0 - Self.packetHeaders } ?? .max
        let lines = request.requestHeaders.prefix { line in
            end += line.utf8.count + 2
            return end <= room
        }
        let fields = lines.compactMap { TruthTraits.Field($0) }.map { field in
            var field = field
            // A reverse proxy takes the place of the server, and names it anew.
            if isPackets, proxyMode?.hasPrefix("reverse:") == true, field.folded == "host" {
                field.value = "127.0.0.1:18888"
            }
            return field
        }
        return (fields, lines.count == request.requestHeaders.count)
    }
}

/// How the clients that were recorded over HTTP/2 send: read off their frames by people.
struct ClientFrames {
    /// The lengths of the DATA frames of the form `tricky`, in words.
    let frames: String
    /// The order of :method, :authority, :scheme and :path.
    let pseudoFields: String

    /// How the client of a request sends, by what it calls itself.
    static func of(_ request: TruthRequest) -> ClientFrames? {
        let agent = request.requestHeaders.first { $0.lowercased().hasPrefix("user-agent:") } ?? ""
        return all.first { agent.contains($0.agent) }?.frames
    }

    private static let all: [(agent: String, frames: ClientFrames)] = [
        ("curl/", ClientFrames(frames: "10448, 255", pseudoFields: "mpsa")),
        ("Chrome/", ClientFrames(frames: "10681", pseudoFields: "masp")),
        ("python-httpx/", ClientFrames(frames: "36, 50, 10, 2, 36, 51 and many more", pseudoFields: "masp")),
    ]
}
