import Bytes
package import Exchanges

/// Decodes the content codings of one body as its bytes arrive (RFC 9110 §8.4).
package protocol BodyDecoder: AnyObject, Sendable {
    /// The result so far; its outcome is final after ``finish()``.
    var result: ContentDecoding { get }
    /// Whether the codings are supported.
    var isSupported: Bool { get }

    /// Decodes the next bytes of the body, and passes the result on, piece by piece.
    func push(_ bytes: RawSpan, _ emit: (RawSpan) -> Void)

    /// The next bytes of the body are missing: what follows them cannot be decoded.
    func miss()

    /// The body has ended.
    func finish()
}

/// Used where content codings cannot be decoded: names those that are declared.
final class UnsupportedCoding: BodyDecoder {
    let result: ContentDecoding
    let isSupported = false

    /// Makes a decoder for the codings that a head declares; `nil` where it declares none.
    init?(_ fields: FieldSection) {
        let names = ContentCoding.names(in: fields).map { PrintableText.text($0, limit: 40) }
        guard let first = names.first else { return nil }
        result = ContentDecoding(names: names, outcome: .unsupported(first))
    }

    func push(_ bytes: RawSpan, _ emit: (RawSpan) -> Void) {}

    func miss() {}

    func finish() {}
}
