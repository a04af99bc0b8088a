package import Inspection
package import Pipeline

/// Writes one report on any number of captures while they are read.
///
/// ```
///   begin(path) ─► exchange … exchange ─► end(capture)  (or failed)   … once a capture …   finish(totals)
/// ```
package protocol Reporter: AnyObject {
    /// Whole uploads in which nothing of this severity or a greater one was found need only be counted; `nil` where each
    /// upload is reported.
    var countsUploadsBelow: Severity? { get }

    /// The following exchanges are those of the input at `path`.
    func begin(_ path: String)

    /// The next exchange of the capture.
    func exchange(_ exchange: InspectedExchange)

    /// Whether texts of exchanges can be made before their turn.
    var makesTexts: Bool { get }

    /// The text of an exchange, made before its turn; `nil` where that is not possible.
    func text(of exchange: InspectedExchange) -> [UInt8]?

    /// The next exchange of the capture, by a text that was made of it.
    func exchange(text: [UInt8])

    /// The request of an exchange has ended: what is found in it before the exchange is complete, while the capture is
    /// still being recorded.
    func requestEnded(_ exchange: InspectedExchange)

    /// The capture was read to its end.
    func end(_ capture: InspectedCapture)

    /// The capture could not be read.
    func failed(_ failure: InputFailure)

    /// All captures were read.
    func finish(_ totals: ReportTotals)
}

extension Reporter {
    /// Each is reported.
    package var countsUploadsBelow: Severity? { nil }

    /// Ignores the path.
    package func begin(_ path: String) {}

    /// Each is written at its turn.
    package var makesTexts: Bool { false }

    /// None is made.
    package func text(of exchange: InspectedExchange) -> [UInt8]? { nil }

    /// Passes over it: none is made.
    package func exchange(text: [UInt8]) {}

    /// Waits for the exchange.
    package func requestEnded(_ exchange: InspectedExchange) {}

    /// Ignores captures.
    package func end(_ capture: InspectedCapture) {}

    /// Ignores the failure.
    package func failed(_ failure: InputFailure) {}
}
