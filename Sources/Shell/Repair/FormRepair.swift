import Bytes
import Exchanges
package import Forms
package import Inspection
package import Pipeline

/// The intended form of a request, as our writer writes it.
package struct FormRepair {
    /// The form.
    package let writer: MultipartWriter
    /// The head of the request.
    package let head: [UInt8]
    /// The findings in the request that are fixed, one for each rule, in order.
    package let mended: [Finding]
    /// The findings in the rewritten form, one for each rule, in order.
    package let remaining: [Finding]

    /// Determines the intended form.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - spool: the contents of its parts.
    /// - Throws: a ``CommandFailure`` where it cannot be determined.
    package init(_ inspected: InspectedExchange, contents spool: ContentSpool) throws {
        let meant = try IntendedForm(inspected, contents: spool)
        let findings = inspected.findings.map(\.finding)
        do {
            writer = try MultipartWriter(meant.parts, boundary: Self.keptBoundary(of: meant.form, findings))
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        head = RepairedHead.bytes(of: inspected.exchange, meant.request, for: writer)
        remaining = Self.first(of: try Self.judge(writer))
        let remainingRules = Set(remaining.map(\.rule))
        mended = Self.first(of: findings).filter { !remainingRules.contains($0.rule) }
    }

    /// The boundary of the request, where it is correct: it is kept, so that less differs.
    private static func keptBoundary(of form: Form, _ findings: [Finding]) -> String? {
        guard !form.usesObservedBoundary, !findings.contains(where: { $0.rule.hasPrefix("boundary/") }),
            let boundary = form.boundary
        else { return nil }
        return String(decoding: boundary, as: UTF8.self)
    }

    /// The findings in a written form.
    private static func judge(_ writer: MultipartWriter) throws -> [Finding] {
        var inspection = RequestInspection()
        inspection.begin(
            FieldSection(parsing: Array("Content-Type: \(writer.contentType)\r\n".utf8), base: 0)
        )
        let pull = writer.pull()
        do throws(MultipartFailure) {
            while true {
                let chunk = try pull.chunk(ofAtMost: MultipartBody.defaultChunkSize)
                if chunk.isEmpty { break }
                inspection.push(chunk.span.bytes)
            }
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        inspection.finish()
        return inspection.judgeBareBody().findings
    }

    /// The first finding of each rule.
    private static func first(of findings: [Finding]) -> [Finding] {
        var rules: Set<String> = []
        return findings.filter { rules.insert($0.rule).inserted }
    }
}
