import Exchanges

/// Takes one content coding off, step by step.
///
/// A class, because each holds the state of a C library, which must not move. It is not `Sendable`:
/// ``ContentDecoder`` keeps its stages behind a lock.
protocol CodingStage: AnyObject {
    /// The name of the coding.
    var coding: ContentCoding { get }
    /// The number of bytes of coded data that were read.
    var consumed: Int { get }
    /// Whether the data have come to their end mark.
    var hasEnded: Bool { get }
    /// The number of bytes of memory that the library has written to, or may have, besides those that the stage itself
    /// has taken from the budget.
    var memoryBytes: Int { get }
    /// The number of bytes that the library may have decoded and not given out.
    var writtenBytes: Int { get }

    /// Decodes the beginning of `input` into one piece of output.
    ///
    /// To be called again with what is left of the input until the step is done.
    func step(_ input: RawSpan) -> CodingStep
}
