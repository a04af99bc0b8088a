package import Testing

/// Verifies that the output of a push parser does not depend on how its input is cut into chunks.
///
/// ```
/// ParserVerifier.verify(input) { chunks in
///     var reader = FormReader(boundary: boundary)
///     var events: [Event] = []
///     for chunk in chunks { reader.push(chunk) { events.append($0) } }
///     reader.finish { events.append($0) }
///     return events
/// }
/// ```
/// The input is cut in every way of ``InputDivision``; then it is cut off at each of its bytes, and what is left is
/// given whole and byte by byte. As that grows with the square of the length, long inputs are cut off at fewer places
/// at the desk (``stepLimit``). What `run` returns must not depend on the chunks by its nature: an event that carries a
/// piece of content is to be joined with its neighbours first.
package enum ParserVerifier {
    /// The number of differences after which the search stops.
    package static let differenceLimit = 3
    /// How many single bytes are given at the desk, in all beginnings of one input together.
    ///
    /// An input of 600 bytes is cut off at each of them. All beginnings are given where ``TestScope/isWhole``.
    package static let stepLimit = 180_000

    /// Runs a parser over `input` whole, then cut in every way of ``InputDivision``, and over each beginning of it whole
    /// and byte by byte; records an issue for each way (up to ``differenceLimit``) in which its output is not the same.
    ///
    /// - Parameters:
    ///   - input: the bytes to parse.
    ///   - splitLimit: the greatest length, in bytes, up to which every single split point and every length is tried.
    ///   - stepLimit: as ``stepLimit``, less for a parser that takes long over a byte.
    ///   - sourceLocation: where issues are shown.
    ///   - run: makes a new parser, pushes the chunks in order, finishes it, and returns all its output.
    package static func verify<Output: Equatable>(
        _ input: [UInt8],
        splitLimit: Int = 2048,
        stepLimit: Int = stepLimit,
        sourceLocation: SourceLocation = #_sourceLocation,
        run: ([ArraySlice<UInt8>]) throws -> Output
    ) rethrows {
        for difference in try differences(
            input,
            splitLimit: splitLimit,
            stepLimit: stepLimit,
            run: run
        ) {
            Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
        }
    }

    /// The differences that ``verify(_:splitLimit:stepLimit:sourceLocation:run:)`` records, as text.
    package static func differences<Output: Equatable>(
        _ input: [UInt8],
        splitLimit: Int = 2048,
        stepLimit: Int = stepLimit,
        run: ([ArraySlice<UInt8>]) throws -> Output
    ) rethrows -> [String] {
        try differences(input, splitLimit, stepLimit) { division in try run(division.chunks) }
    }

    /// Verifies a parser that takes its input itself, in blocks.
    ///
    /// Blocks are as long as the first chunk of a division that is not empty, so that they end at each byte.
    ///
    /// - Parameters:
    ///   - input: the bytes to parse.
    ///   - splitLimit: as for a push parser.
    ///   - sourceLocation: where issues are shown.
    ///   - run: parses bytes in blocks of a length, and returns all its output.
    package static func verifyBlocks<Output: Equatable>(
        of input: [UInt8],
        splitLimit: Int = 2048,
        sourceLocation: SourceLocation = #_sourceLocation,
        run: (_ bytes: [UInt8], _ blockLength: Int) throws -> Output
    ) rethrows {
        let found = try differences(input, splitLimit, stepLimit) { division in
            try run(division.bytes, division.chunks.first { !$0.isEmpty }?.count ?? 1)
        }
        for difference in found {
            Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
        }
    }

    private static func differences<Output: Equatable>(
        _ input: [UInt8],
        _ splitLimit: Int,
        _ stepLimit: Int,
        run: (InputDivision) throws -> Output
    ) rethrows -> [String] {
        let expected = try run(.whole(input))
        var found: [String] = []
        for division in InputDivision.all(of: input, splitLimit: splitLimit) {
            let output = try run(division)
            guard output != expected else { continue }
            found.append(difference(expected, output, by: division.name))
            if found.count == differenceLimit { return found }
        }
        let beginnings = InputDivision.beginnings(of: input, splitLimit: splitLimit, stepLimit: stepLimit)
        for division in beginnings {
            let expected = try run(.whole(division.bytes))
            let output = try run(division)
            guard output != expected else { continue }
            found.append(difference(expected, output, by: division.name))
            if found.count == differenceLimit { return found }
        }
        return found
    }

    private static func difference<Output>(_ expected: Output, _ found: Output, by name: String) -> String {
        let difference = TextDifference.describe(
            expected: String(reflecting: expected).replacing("), ", with: "),\n"),
            found: String(reflecting: found).replacing("), ", with: "),\n")
        )
        return "the output differs from that of the whole input: \(name)\n" + difference
    }
}
