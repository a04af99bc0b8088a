import Bytes
import Exchanges

/// Decodes the content codings that a request declares, before the body is read as a form.
///
/// A body that begins with the dashes of a delimiter is plain, whatever its head says: no coded data begins
/// like that.
package struct BodyCoding: Sendable {
    private enum Layer {
        /// The first bytes decide.
        case undecided([UInt8])
        /// The body is plain.
        case plain
        /// The body is being decoded.
        case coded
        /// A coding is not supported.
        case unread
    }

    private var layer = Layer.undecided([])
    private let decoder: any BodyDecoder
    /// Decoded offset → offset in the body of the bytes that it was decoded from.
    private(set) var offsets = RunMap()
    private var length = 0

    /// Prepares for a body that `decoder` decodes.
    package init(_ decoder: any BodyDecoder) {
        self.decoder = decoder
    }

    /// The result; final after ``finish(_:)``.
    var result: ContentDecoding {
        var result = decoder.result
        if case .plain = layer { result.outcome = .plain }
        return result
    }

    /// Reads the next bytes of the body, and passes on the decoded ones.
    package mutating func push(_ bytes: RawSpan, _ take: (RawSpan) -> Void) {
        switch layer {
        case .plain, .unread: take(bytes)
        case .coded: decode(bytes, take)
        case .undecided(var opening):
            bytes.withUnsafeBytes { opening.append(contentsOf: $0) }
            layer = .undecided(opening)
            if opening.count >= 4 { decide(opening, take) }
        }
    }

    /// The next bytes of the body are missing; returns whether what follows can be read.
    package mutating func miss(_ take: (RawSpan) -> Void) -> Bool {
        if case .undecided(let opening) = layer { decide(opening, take) }
        guard case .coded = layer else { return true }
        decoder.miss()
        return false
    }

    /// The body has ended.
    package mutating func finish(_ take: (RawSpan) -> Void) {
        if case .undecided(let opening) = layer { decide(opening, take) }
        decoder.finish()
    }

    private mutating func decide(_ opening: [UInt8], _ take: (RawSpan) -> Void) {
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

    private mutating func decode(_ bytes: RawSpan, _ take: (RawSpan) -> Void) {
        let before = decoder.result.decodedLength
        decoder.push(bytes, take)
        offsets.append(length: decoder.result.decodedLength - before, value: length)
        length += bytes.byteCount
    }
}
