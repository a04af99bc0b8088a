/// What came of holding a run against a baseline.
package struct BaselineOutcome: Hashable, Sendable {
    /// The path of the baseline.
    package var path: String
    /// Known findings that have gone, sorted.
    package var gone: [Baseline.Entry]
    /// How many known findings are of requests that were not here.
    package var unseenCount: Int

    /// What came of a comparison with the baseline at `path`.
    package init(_ comparison: BaselineComparison, path: String) {
        self.path = path
        gone = comparison.gone
        unseenCount = comparison.unseenCount
    }
}

extension Baseline.Entry: CustomStringConvertible {
    /// `disposition/raw-quote of POST /upload, part image_file, content-disposition filename`
    package var description: String {
        let place = [part.map { $0.isEmpty ? "a part without a name" : "part \($0)" }, place]
        return "\(rule) of \(shape.request), " + place.compactMap(\.self).joined(separator: ", ")
    }
}
