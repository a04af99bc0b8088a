import Bytes
import Forms
package import Inspection
import InspectionRules
package import Pipeline

/// A request as it was meant to be sent, and the changes that make it so.
///
/// ```
///   sent bytes ──► structure (delimiters that a reader does not see) ──► form ──► delimiters, headers, contents
///                                                                            └──► judged again: no error may be left
/// ```
package struct FormRepair {
    /// Boundaries that are tried where one occurs in the form.
    private static let boundaryLimit = 4
    /// Rules that say that a boundary occurs in the form.
    private static let collisions: Set<String> = [
        "boundary/occurs-in-content", "boundary/prefix-in-content", "boundary/nested-prefix",
        "boundary/nested-same", "boundary/midline-in-content", "boundary/lf-line-in-content",
        "compat/divergence",
    ]

    /// The head of the request.
    package let head: [UInt8]
    /// The changes, in the order of their places.
    package let changes: [RepairChange]
    /// The findings in the repaired request, one for each rule, in order.
    package let remaining: [Finding]
    private let body: EditedBody

    /// How many bytes after the declared end of a body are to be kept of messages without a wire of their own.
    package static let excessLimit = SentBody.excessLimit

    /// The number of bytes of the body.
    package var bodyLength: Int { body.count }

    /// Determines what was meant.
    ///
    /// - Parameters:
    ///   - inspected: the exchange, whose messages were kept.
    ///   - choices: what the user says.
    /// - Throws: a ``RepairRefusal`` where it does not show, or where an error would be left.
    package init(_ inspected: InspectedExchange, choices: RepairChoices = RepairChoices()) throws {
        let meant = try RecoveredForm(inspected, choices)
        var body = meant.body
        var attempt = 0
        var boundary =
            try RepairedBoundary(of: meant.form, declared: meant.declared)
            ?? RepairedBoundary(drawnFor: 0)
        while true {
            var edits = FormEdits(
                of: meant.form,
                in: meant.body,
                boundary: boundary.bytes,
                keepsTrailingBreak: meant.keepsTrailingBreak
            )
            if meant.findings.contains(where: { $0.hint == Form.lateHeaderHint }) {
                throw RepairRefusal("the bytes of a file stand before its header, with those of other parts")
            }
            try edits.add(PartEdits(of: meant.form, in: meant.body, meant.findings, choices))
            body = meant.body.replacing(edits.edits)
            let head = RepairedHead(
                of: inspected.exchange,
                meant.request,
                meant.head.fields,
                boundary,
                isFaulty: meant.hasFaultyType,
                length: body.count
            )
            let left = try RewrittenRequest.findings(head.bytes, body, inspected.exchange)
            if attempt < Self.boundaryLimit, left.contains(where: { Self.collisions.contains($0.rule) }) {
                boundary = try RepairedBoundary(drawnFor: attempt)
                attempt += 1
                continue
            }
            if let error = left.first(where: { $0.severity == .error }) {
                throw RepairRefusal("an error would be left: \(error.message) (\(error.rule))")
            }
            try meant.verify(body, boundary.bytes, left)
            self.head = head.bytes
            changes =
                meant.head.changes + head.changes
                + RepairChange.all(meant.changes, edits.edits, in: meant.body)
            remaining = Self.first(of: left)
            break
        }
        self.body = body
    }

    /// Writes the request.
    package func write(to write: (UnsafeRawBufferPointer) throws -> Void) throws {
        try head.withUnsafeBytes { try write($0) }
        try body.forEachPiece { bytes in try bytes.withUnsafeBytes { try write($0) } }
    }

    /// The bytes of the body in a range that is known to be short.
    ///
    /// - Throws: a ``RepairFailure`` where they cannot be read again.
    package func bodyBytes(_ range: Range<Int>) throws -> [UInt8] { try body.bytes(range) }

    /// The first finding of each rule.
    private static func first(of findings: [Finding]) -> [Finding] {
        var rules: Set<String> = []
        return findings.filter { rules.insert($0.rule).inserted }
    }
}
