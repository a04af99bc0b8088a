/// Takes one content coding off, pushed.
///
/// An object, for each owns the state of a C library, which must not move.
protocol CodingStage: AnyObject {
    /// The name of the coding.
    var coding: ContentCoding { get }
    /// Bytes of coded data that were read.
    var consumed: Int { get }
    /// Whether the data have come to their end mark.
    var hasEnded: Bool { get }

    /// Decodes all of `input`.
    ///
    /// - Parameters:
    ///   - input: the next bytes of coded data.
    ///   - emit: takes what comes out, piece by piece; says whether more is wanted.
    /// - Returns: what is wrong with the data, in a few words; `nil` where nothing is.
    func decode(_ input: RawSpan, _ emit: (RawSpan) -> Bool) -> String?
}

extension CodingStage {
    /// The greatest number of bytes that come out at once: what a form is scanned in.
    static var pieceLength: Int { 64 << 10 }
}
