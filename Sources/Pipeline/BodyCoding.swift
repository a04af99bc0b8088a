import Bytes
import Exchanges

/// What stands between the body of a request as it was framed and the form in it where a content coding is declared.
///
/// A body that begins with the dashes of a delimiter is plain, whatever its head says: so no coding begins.
final class BodyCoding {
    private enum Layer {
        /// The first bytes are looked at.
        case undecided([UInt8])
        /// The body is what it seems.
        case plain
        /// The codings are taken off.
        case coded
        /// A coding is not known.
        case unread
    }

    private var layer: Layer
    private let decoder: ContentDecoder
    /// Decoded offset → offset in the body of the bytes that it came with.
    private(set) var offsets = RunMap()
    private var length = 0

    /// Prepares for a body; `nil` where its head declares no coding.
    init?(_ fields: FieldSection) {
        guard let decoder = ContentDecoder(fields) else { return nil }
        self.decoder = decoder
        layer = .undecided([])
    }

    /// What came of it; final after ``finish(_:)``.
    var result: ContentDecoding {
        var result = decoder.result
        if case .plain = layer { result.outcome = .plain }
        return result
    }

    /// Whether the body is handed on as it is because nothing can be taken off.
    var isUnread: Bool {
        if case .unread = layer { return true }
        return false
    }

    /// Takes the next bytes of the body, and hands on what the form is made of.
    func push(_ bytes: RawSpan, _ take: (RawSpan) -> Void) {
        switch layer {
        case .plain, .unread: take(bytes)
        case .coded: decode(bytes, take)
        case .undecided(var opening):
            bytes.withUnsafeBytes { opening.append(contentsOf: $0) }
            layer = .undecided(opening)
            if opening.count >= 4 { decide(opening, take) }
        }
    }

    /// The next bytes of the body are missing; says whether what follows can be read.
    func miss(_ take: (RawSpan) -> Void) -> Bool {
        if case .undecided(let opening) = layer { decide(opening, take) }
        guard case .coded = layer else { return true }
        decoder.miss()
        return false
    }

    /// The body has ended.
    func finish(_ take: (RawSpan) -> Void) {
        if case .undecided(let opening) = layer { decide(opening, take) }
        decoder.finish()
    }

    private func decide(_ opening: [UInt8], _ take: (RawSpan) -> Void) {
        let rest = opening.drop { $0.isLineBreak }
        if rest.starts(with: [0x2D, 0x2D]) {
            layer = .plain
            take(opening.span.bytes)
        } else if decoder.isSupported {
            layer = .coded
            decode(opening.span.bytes, take)
        } else {
            layer = .unread
            take(opening.span.bytes)
        }
    }

    private func decode(_ bytes: RawSpan, _ take: (RawSpan) -> Void) {
        let before = decoder.result.decodedLength
        decoder.push(bytes, take)
        offsets.append(length: decoder.result.decodedLength - before, value: length)
        length += bytes.byteCount
    }
}
