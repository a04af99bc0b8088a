/// What came of taking the content codings off a body.
package struct ContentDecoding: Hashable, Sendable {
    /// How it ended.
    package enum Outcome: Hashable, Sendable {
        /// The codings are taken off to the end.
        case complete
        /// The body is no coded data but plain: what a declared coding hides is nothing.
        case plain
        /// A coding of this name is not known here, or there are too many.
        case unsupported(String)
        /// The data ended, or their bytes are missing, before their own end mark.
        case cutOff
        /// Data of a coding contradict its format: where in them, in bytes, and why.
        case damaged(coding: String, offset: Int, reason: String)
        /// More than so many bytes came out, so many times what went in: the rest was not decoded.
        case expanded(bytes: Int, times: Int)
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

    /// Whether what is read of the body was coded, so that offsets in it are not those of the bytes on the wire.
    package var isDecoded: Bool {
        switch outcome {
        case .plain, .unsupported: false
        case .complete, .cutOff, .damaged, .expanded: decodedLength > 0
        }
    }

    /// Whether the whole body was read.
    package var isWhole: Bool { outcome == .complete || outcome == .plain }
}

/// How much a coded body may expand.
package struct ExpansionLimits: Hashable, Sendable {
    /// The greatest number of bytes that are decoded: 4 GiB is more than servers accept.
    package var bytes = 4 << 30
    /// How many times greater than the coded body what comes out may be; in force above `ratioBytes`.
    ///
    /// Text shrinks to a tenth or a twentieth; a file of zeros by the thousand, and is no upload when it is large.
    package var ratio = 100
    /// The number of bytes up to which any ratio is let pass: 16 MiB does no harm.
    package var ratioBytes = 16 << 20

    /// Makes the limits that Partwise uses.
    package init() {}
}
