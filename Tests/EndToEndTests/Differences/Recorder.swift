import TestSupport

/// Who recorded an upload, and what of it the recording shows, as people know of the recorder: told without a line of
/// the readers.
enum Recorder: Hashable {
    /// Packets, or the trace of curl in hexadecimal: every byte.
    case wire
    /// A proxy: head and body apart, each as the proxy has it, bodies byte for byte.
    case proxy
    /// The trace of curl in which a full stop stands for each byte that is not printable ASCII.
    case asciiTrace
    /// A log of texts of a body that had no declared length, so that nothing proves them.
    case text
    /// A browser's HAR, or `curl -v`: no body.
    case heads

    /// Looks at a recording and the truth beside it.
    init(_ file: CaptureFile, _ truth: Truth, _ request: TruthRequest) {
        switch (file.format, truth.traceOption) {
        case ("mitm", _): self = .proxy
        case ("har", _):
            let hasLength = request.requestHeaders.contains { $0.lowercased().hasPrefix("content-length:") }
            self = truth.harCreator != nil ? .heads : hasLength ? .proxy : .text
        case (_, "--trace-ascii"): self = .asciiTrace
        // Of HTTP/2 curl writes down a head as HTTP/1.1 would have it, and the body without frames.
        case (_, "--trace") where request.requestLine.hasSuffix("HTTP/2"): self = .proxy
        case (_, "-v"): self = .heads
        default: self = .wire
        }
    }

    /// Whether the order and the letters of field names are those of the wire, and the framing too.
    var showsLines: Bool { self == .wire }
    /// Whether the bytes of the body are known.
    var showsBody: Bool { self == .wire || self == .proxy }
    /// Whether the headers of parts are known.
    var showsParts: Bool { self != .heads }
}
