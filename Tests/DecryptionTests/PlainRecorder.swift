import Bytes

@testable import Decryption

/// Keeps the plain streams of a connection's layers.
struct PlainRecorder {
    /// A stream, its gaps in their places.
    struct Stream: Equatable {
        /// The bytes; a gap has none.
        var bytes: [UInt8] = []
        /// Where in `bytes` gaps are, how long, and why.
        var gaps: [String] = []
        /// How the stream ended.
        var end: StreamEnd?

        /// The bytes as text.
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// What was announced, by layers.
    var summaries: [Int: ConnectionSummary] = [:]
    /// The streams, by layers, the initiator's first.
    var streams: [Int: [Stream]] = [:]
    /// The layers that were closed.
    var closedLayers: [Int] = []
    /// Whether all offsets were those that follow from what came before.
    var isContinuous = true
    private var offsets: [Int: [Int]] = [:]

    /// The streams that came out of TLS, in the order of their layers.
    var decrypted: [[Stream]] {
        summaries.filter { $0.value.tls != nil }.keys.sorted().compactMap { streams[$0] }
    }

    /// Takes the next event.
    mutating func take(_ event: LayerEvent) {
        switch event.event {
        case .opened(let summary): open(event.layer, summary)
        case .received(let bytes, let side, let origin): receive(bytes, event.layer, side, origin)
        case .missed(let length, let side, let cause, let origin):
            miss(length, event.layer, side, cause, origin)
        case .ended(let end, let side, _): streams[event.layer]?[Int(side.rawValue)].end = end
        case .closed: closedLayers.append(event.layer)
        }
    }

    /// Begins the streams of a layer.
    mutating func open(_ layer: Int, _ summary: ConnectionSummary) {
        summaries[layer] = summary
        streams[layer] = [Stream(), Stream()]
        offsets[layer] = [0, 0]
    }

    /// Keeps bytes.
    mutating func receive(_ bytes: [UInt8], _ layer: Int, _ side: Side, _ origin: ByteOrigin) {
        let index = Int(side.rawValue)
        isContinuous = isContinuous && offsets[layer]?[index] == origin.offset
        offsets[layer]?[index] = origin.offset + bytes.count
        streams[layer]?[index].bytes += bytes
    }

    /// Keeps a gap.
    mutating func miss(_ length: Int, _ layer: Int, _ side: Side, _ cause: GapCause, _ origin: ByteOrigin) {
        let index = Int(side.rawValue)
        isContinuous = isContinuous && offsets[layer]?[index] == origin.offset
        offsets[layer]?[index] = origin.offset + length
        let place = streams[layer]?[index].bytes.count ?? 0
        streams[layer]?[index].gaps.append("\(length) at \(place): \(cause)")
    }
}

/// The layers of one connection, and what they hand on; a plain connection is layer 0.
struct LayerPlayer {
    /// What was handed on.
    private(set) var recorder = PlainRecorder()
    private var layers: ConnectionLayers
    private var context: DecryptionContext
    private let summary: ConnectionSummary
    private var hasOpenedPlain = false

    init(
        _ summary: ConnectionSummary,
        log: KeyLog = KeyLog(),
        limits: DecryptionLimits = DecryptionLimits()
    ) {
        self.summary = summary
        layers = ConnectionLayers(summary)
        context = DecryptionContext(log: log, limits: limits)
    }

    /// What was met.
    var counts: DecryptionCounts { context.counts }
    /// The work of opening records in search of their numbers.
    var triedBytes: Int { context.triedBytes }

    mutating func received(_ bytes: [UInt8], from side: Side, _ origin: ByteOrigin) {
        if layers.isUnknown { layers.begin(bytes.span.bytes, from: side) }
        if layers.isPlain {
            openPlain()
            recorder.receive(bytes, 0, side, origin)
        } else {
            layers.receive(bytes.span.bytes, from: side, origin, &context)
            drain()
        }
    }

    mutating func missed(_ length: Int, from side: Side, _ cause: GapCause, _ origin: ByteOrigin) {
        if layers.isPlain {
            recorder.miss(length, 0, side, cause, origin)
        } else {
            layers.miss(length, from: side, cause, origin, &context)
            drain()
        }
    }

    mutating func ended(_ end: StreamEnd, from side: Side, _ origin: ByteOrigin) {
        if layers.isUnknown { layers.beginPlain() }
        if layers.isPlain {
            openPlain()
            recorder.streams[0]?[Int(side.rawValue)].end = end
        } else {
            layers.end(end, from: side, origin, &context)
            drain()
        }
    }

    mutating func closed() {
        layers.close(&context)
        if hasOpenedPlain { recorder.closedLayers.append(0) }
        drain()
    }

    mutating func add(keys text: String) { context.add(keys: Array(text.utf8)) }

    private mutating func openPlain() {
        if !hasOpenedPlain { recorder.open(0, summary) }
        hasOpenedPlain = true
    }

    private mutating func drain() {
        for event in context.takeEvents() { recorder.take(event) }
    }
}
