/// The result of comparing a run with a baseline.
package struct BaselineOutcome: Hashable, Sendable {
    /// The path of the baseline.
    package var path: String
    /// Known findings that have gone, sorted.
    package var gone: [Baseline.Entry]
    /// How many known findings belong to requests that did not occur.
    package var unseenCount: Int

    /// The result of a comparison with the baseline at `path`.
    package init(_ comparison: BaselineComparison, path: String) {
        self.path = path
        gone = comparison.gone
        unseenCount = comparison.unseenCount
    }
}

extension Baseline.Entry: CustomStringConvertible {
    /// One line: `disposition/raw-quote of POST /upload, part image_file, content-disposition filename`.
    package var description: String {
        let place = [part.map { $0.isEmpty ? "a part without a name" : "part \($0)" }, place]
        return "\(rule) of \(shape.file ?? shape.request), "
            + place.compactMap(\.self).joined(separator: ", ")
    }
}
