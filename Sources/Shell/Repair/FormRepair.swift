import Bytes
import Exchanges
package import Forms
package import Inspection
package import Pipeline

/// The form that a request was meant to carry, as our writer writes it.
package struct FormRepair {
    /// The form.
    package let writer: MultipartWriter
    /// The head of the request.
    package let head: [UInt8]
    /// What was found in the request and is no longer there, one a rule, in order.
    package let mended: [Finding]
    /// What our rules say of the form as it is now, one a rule, in order.
    package let remaining: [Finding]

    /// Makes out what was meant.
    ///
    /// - Parameters:
    ///   - inspected: the exchange.
    ///   - spool: the contents of its parts.
    /// - Throws: a ``CommandFailure`` where it cannot be made out.
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

    /// The boundary of the request, where nothing is wrong with it: then less differs.
    private static func keptBoundary(of form: Form, _ findings: [Finding]) -> String? {
        guard !form.usesObservedBoundary, !findings.contains(where: { $0.rule.hasPrefix("boundary/") }),
            let boundary = form.boundary
        else { return nil }
        return String(decoding: boundary, as: UTF8.self)
    }

    /// What our rules say of a form that was written.
    private static func judge(_ writer: MultipartWriter) throws -> [Finding] {
        let fields = FieldSection(parsing: Array("Content-Type: \(writer.contentType)\r\n".utf8), base: 0)
        var reader = FormReader(declared: [Array(writer.boundary.utf8)])
        let pull = writer.pull()
        do throws(MultipartFailure) {
            while true {
                let chunk = try pull.chunk(ofAtMost: MultipartBody.defaultChunkSize)
                if chunk.isEmpty { break }
                reader.push(chunk.span.bytes)
            }
        } catch {
            throw CommandFailure.unreadable("\(error)")
        }
        return Inspector.standard.judge(RuleContext(fields: fields, form: reader.finish()))
    }

    /// The first finding of each rule.
    private static func first(of findings: [Finding]) -> [Finding] {
        var rules: Set<String> = []
        return findings.filter { rules.insert($0.rule).inserted }
    }
}
