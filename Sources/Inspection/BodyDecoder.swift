import Bytes
package import Exchanges

/// Takes the content codings of one body off as its bytes arrive (RFC 9110 §8.4).
package protocol BodyDecoder: AnyObject, Sendable {
    /// What came of it so far; its outcome is final after ``finish()``.
    var result: ContentDecoding { get }
    /// Whether the codings are known.
    var isSupported: Bool { get }

    /// Decodes the next bytes of the body, and hands on what comes out, piece by piece.
    func push(_ bytes: RawSpan, _ emit: (RawSpan) -> Void)

    /// The next bytes of the body are missing: what follows them cannot be decoded.
    func miss()

    /// The body has ended.
    func finish()
}

/// Stands where no content coding can be taken off: says which ones are declared.
final class UnsupportedCoding: BodyDecoder {
    let result: ContentDecoding
    let isSupported = false

    /// Makes one for the codings that a head declares; `nil` where it declares none.
    init?(_ fields: FieldSection) {
        let names = ContentCoding.names(in: fields).map { PrintableText.text($0, limit: 40) }
        guard let first = names.first else { return nil }
        result = ContentDecoding(names: names, outcome: .unsupported(first))
    }

    func push(_ bytes: RawSpan, _ emit: (RawSpan) -> Void) {}

    func miss() {}

    func finish() {}
}
