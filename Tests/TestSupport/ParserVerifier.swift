package import Testing

/// Holds a push parser to its promise: that it says the same however its input is cut into chunks.
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
/// What `run` returns must not depend on the chunks by its nature: an event that carries a piece of content is
/// to be joined with its neighbours first.
package enum ParserVerifier {
    /// The number of differences after which the search for more ends.
    package static let differenceLimit = 3

    /// Runs a parser over `input` whole, then cut in every way of ``InputDivision``, and records an issue
    /// for each way (up to ``differenceLimit``) in which its output is not the same.
    ///
    /// - Parameters:
    ///   - input: the bytes to parse.
    ///   - splitLimit: the greatest length, in bytes, up to which every single split point is tried.
    ///   - sourceLocation: where issues are shown.
    ///   - run: makes a new parser, pushes the chunks in order, finishes it, and returns all it said.
    package static func verify<Output: Equatable>(
        _ input: [UInt8],
        splitLimit: Int = 2048,
        sourceLocation: SourceLocation = #_sourceLocation,
        run: ([ArraySlice<UInt8>]) throws -> Output
    ) rethrows {
        for difference in try differences(input, splitLimit: splitLimit, run: run) {
            Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
        }
    }

    /// The differences that ``verify(_:splitLimit:sourceLocation:run:)`` records, as text.
    package static func differences<Output: Equatable>(
        _ input: [UInt8],
        splitLimit: Int = 2048,
        run: ([ArraySlice<UInt8>]) throws -> Output
    ) rethrows -> [String] {
        let expected = try run([input[...]])
        var found: [String] = []
        for division in InputDivision.all(of: input, splitLimit: splitLimit) {
            let output = try run(division.chunks)
            guard output != expected else { continue }
            let difference = TextDifference.describe(
                expected: String(reflecting: expected).replacing("), ", with: "),\n"),
                found: String(reflecting: output).replacing("), ", with: "),\n")
            )
            found.append("the output differs from that of the whole input: \(division.name)\n" + difference)
            if found.count == differenceLimit { break }
        }
        return found
    }
}
