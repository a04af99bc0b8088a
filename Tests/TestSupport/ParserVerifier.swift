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
/// given whole and byte by byte. What `run` returns must not depend on the chunks by its nature: an event that carries
/// a piece of content is to be joined with its neighbours first.
package enum ParserVerifier {
    /// The number of differences after which the search stops.
    package static let differenceLimit = 3

    /// Runs a parser over `input` whole, then cut in every way of ``InputDivision``, and over each beginning of it whole
    /// and byte by byte; records an issue for each way (up to ``differenceLimit``) in which its output is not the same.
    ///
    /// - Parameters:
    ///   - input: the bytes to parse.
    ///   - splitLimit: the greatest length, in bytes, up to which every single split point and every length is tried.
    ///   - sourceLocation: where issues are shown.
    ///   - run: makes a new parser, pushes the chunks in order, finishes it, and returns all its output.
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
            found.append(difference(expected, output, by: division.name))
            if found.count == differenceLimit { return found }
        }
        for division in InputDivision.beginnings(of: input, splitLimit: splitLimit) {
            let expected = try run([ArraySlice(division.chunks.joined())])
            let output = try run(division.chunks)
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
