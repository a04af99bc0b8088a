/// The result of decoding the content codings of a body.
package struct ContentDecoding: Hashable, Sendable {
    /// How it ended.
    package enum Outcome: Hashable, Sendable {
        /// The codings were decoded to the end.
        case complete
        /// The body is plain, although a coding is declared.
        case plain
        /// A coding of this name is not supported, or there are too many.
        case unsupported(String)
        /// The coded data ends, or bytes of it are missing, before its end mark.
        case cutOff
        /// Data of a coding contradicts its format: at which offset in the coded data, in bytes, and why.
        case damaged(coding: String, offset: Int, reason: String)
        /// The output grew to so many bytes, so many times the input: the rest was not decoded.
        case expanded(bytes: Int, times: Int)
        /// A limit on all bodies of the capture together was reached: the rest was not decoded.
        case captureLimit
    }

    /// The names of the codings as declared, in the order in which they were applied.
    package var names: [String]
    /// Bytes of the coded body that were read.
    package var encodedLength = 0
    /// Bytes that came out.
    package var decodedLength = 0
    /// How it ended.
    package var outcome: Outcome

    /// Makes a description.
    package init(names: [String], outcome: Outcome) {
        self.names = names
        self.outcome = outcome
    }

    /// The names as the field has them: `gzip`, or `deflate, gzip`.
    package var name: String { names.joined(separator: ", ") }

    /// Whether the body was decoded, so that offsets in the result are not those of the bytes on the wire.
    package var isDecoded: Bool {
        switch outcome {
        case .plain, .unsupported: false
        case .complete, .cutOff, .damaged, .expanded, .captureLimit: decodedLength > 0
        }
    }

    /// Whether the whole body was read.
    package var isWhole: Bool { outcome == .complete || outcome == .plain }
}

/// How much a coded body may expand.
package struct ExpansionLimits: Hashable, Sendable {
    /// The greatest number of bytes that are decoded: 4 GiB is more than servers accept.
    package var bytes = 4 << 30
    /// How many times larger than the coded body the output may be; applies above `ratioBytes`.
    ///
    /// Text shrinks to a tenth or a twentieth. A file of zeros shrinks to a thousandth, but no real upload is
    /// large and all zeros.
    package var ratio = 100
    /// The number of bytes up to which any ratio is accepted: 16 MiB does no harm.
    package var ratioBytes = 16 << 20

    /// Makes the limits that Partwise uses.
    package init() {}
}
