import Bytes
import Forms

/// The boundary that a repaired form is written with: the one that was meant, where that can be used.
struct RepairedBoundary {
    /// The boundary, without the dashes of a delimiter.
    let bytes: [UInt8]

    /// Chooses among the declared boundary and the one that the body shows.
    ///
    /// - Parameters:
    ///   - form: the form as it was read.
    ///   - declared: what Content-Type declares.
    init?(of form: Form, declared: [[UInt8]]) {
        let declared = declared.first { Self.isUsable($0) }
        guard form.usesObservedBoundary || declared == nil else {
            // Another of several declared ones may be the one in the body.
            bytes = form.boundary.flatMap { Self.isUsable($0) ? $0 : nil } ?? declared ?? []
            return
        }
        let text = form.delimiterText
        let observed = text.starts(with: [0x2D, 0x2D]) ? Array(text.dropFirst(2)) : text
        if let declared {
            let plain = Array(declared.drop { $0 == 0x2D })
            if text == declared, text.starts(with: [0x2D, 0x2D]), Self.isUsable(observed) {
                // Content-Type repeats the delimiter, dashes included.
                bytes = observed
                return
            }
            if text.drop(while: { $0 == 0x2D }).elementsEqual(plain) {
                // The body has dashes too many or too few.
                bytes = declared
                return
            }
        }
        guard let usable = Self.isUsable(observed) ? observed : declared else { return nil }
        bytes = usable
    }

    /// Takes the one that Content-Type declares; `nil` where that cannot be used.
    init?(declared: [[UInt8]]) {
        guard let first = declared.first(where: Self.isUsable) else { return nil }
        bytes = first
    }

    /// Takes a boundary that does not occur in the form.
    init(drawnFor attempt: Int) throws(MultipartFailure) {
        var generator = FixedGenerator(seed: UInt64(attempt))
        bytes = Array(try MultipartWriter([], using: &generator).boundary.utf8)
    }

    private static func isUsable(_ boundary: [UInt8]) -> Bool {
        (1...70).contains(boundary.count) && boundary.last != 0x20
            && boundary.allSatisfy { $0.isBoundaryCharacter || $0 == 0x20 }
    }

    /// The value of Content-Type.
    var contentType: String {
        let text = String(decoding: bytes, as: UTF8.self)
        let value = bytes.allSatisfy(\.isTokenCharacter) ? text : "\"\(text)\""
        return "multipart/form-data; boundary=\(value)"
    }
}

/// A generator with the same numbers in every run.
package struct FixedGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Begins a series of numbers.
    package init(seed: UInt64 = 0) { state = 0x9E37_79B9_7F4A_7C15 &+ seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
