import Bytes
import Exchanges
import Forms
import Inspection
import Pages

@testable import Pipeline

/// Describes each exchange as it comes, and adds up uploads that need only be counted.
struct DescribedExchanges: InspectionHandler {
    var limit: Severity?
    var lines: [String] = []
    var uploads = [0, 0, 0, 0, 0]
    /// Whether exchanges that wait are described before their turn.
    var makesTexts = false
    /// How many came as texts, how many again, and how often the capture was read again.
    private(set) var texts = (taken: 0, repeated: 0, restarts: 0)

    mutating func counted(_ uploads: CountedUploads) {
        self.uploads[0] += uploads.count
        self.uploads[1] += uploads.parts
        self.uploads[2] += uploads.bytes
        self.uploads[3] += uploads.findings[.note]
        self.uploads[4] += uploads.withFindings[.note]
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        var uploads = CountedUploads(below: limit)
        if uploads.add(exchange) { return counted(uploads) }
        lines.append(Self.line(exchange))
    }

    mutating func text(of exchange: InspectedExchange) -> [UInt8]? {
        makesTexts ? Array(Self.line(exchange).utf8) : nil
    }

    mutating func inspected(text: [UInt8]) {
        texts.taken += 1
        lines.append(String(decoding: text, as: UTF8.self))
    }

    mutating func restarted() { texts.restarts += 1 }

    mutating func repeated(_ exchange: InspectedExchange) { texts.repeated += 1 }

    private static func line(_ exchange: InspectedExchange) -> String {
        let request = exchange.exchange.request
        let response = exchange.exchange.response
        var facts = ["\(exchange.number)", exchange.exchange.target, "\(exchange.exchange.status ?? 0)"]
        facts.append("\(request?.arrival.firstFrame ?? 0) \(response?.arrival.firstFrame ?? 0)")
        facts += exchange.form?.parts.map { "part of \($0.content.count)" } ?? ["no form"]
        facts += exchange.findings.map { "\($0.finding) in \($0.frame ?? 0)" }
        facts += exchange.digests + exchange.pieces.map { "piece of \($0)" }
        if let origin = exchange.origin { facts.append("from page \(origin.value.page)") }
        return facts.joined(separator: ", ")
    }

    /// Reads a capture; what is said of the capture comes last.
    ///
    /// - Parameters:
    ///   - path: its path.
    ///   - options: how; pages are read.
    ///   - limit: uploads in which nothing of this severity or a greater one is found are counted where they are handed
    ///     on, too; `nil` for none.
    /// - Returns: what is said of it.
    /// - Throws: what its reading throws.
    static func read(_ path: String, _ options: InspectionOptions, counting limit: Severity?) throws
        -> [String]
    {
        var handler = DescribedExchanges(limit: limit)
        return try handler.read(path, options)
    }

    /// Reads a capture, and its pages; what is said of the capture comes last.
    mutating func read(_ path: String, _ options: InspectionOptions) throws -> [String] {
        var options = options
        options.readsPages = true
        let result = try CaptureInspection(options: options)
            .inspect(path: path, as: .capture(format: nil), into: &self)
        let opaque = result.opaque.map { "\($0.value) \($0.key)" }.sorted()
        let problems = result.problems.map { "\($0)" }
        let numbers = "\(result.packets ?? 0), \(result.connections ?? 0), \(result.exchanges)"
        return lines + ["\(uploads)", numbers] + opaque + problems
    }
}
