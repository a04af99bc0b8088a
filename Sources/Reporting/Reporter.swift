package import Pipeline

/// Writes one report about any number of captures, as they are read.
///
/// ```
///   begin(path) ─► exchange … exchange ─► end(capture)  (or failed)   … once a capture …   finish(totals)
/// ```
package protocol Reporter: AnyObject {
    /// The exchanges that follow are those of the input at `path`.
    func begin(_ path: String)

    /// The next exchange of the capture.
    func exchange(_ exchange: InspectedExchange)

    /// The capture has been read.
    func end(_ capture: InspectedCapture)

    /// The capture could not be read.
    func failed(_ failure: InputFailure)

    /// Nothing more follows.
    func finish(_ totals: ReportTotals)
}

extension Reporter {
    /// Ignores where exchanges come from.
    package func begin(_ path: String) {}

    /// Ignores captures.
    package func end(_ capture: InspectedCapture) {}

    /// Ignores what could not be read.
    package func failed(_ failure: InputFailure) {}
}
