import Bytes
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline
import Synchronization
import TestSupport

@testable import Tool

/// What our own readers find in a file that was written, or in its source.
struct ReadBack: InspectionHandler {
    /// A finding, by what has to stay when the exchange is written anew.
    struct Site: Hashable {
        /// The rule's id.
        var rule: String
        /// How much it matters.
        var severity: Severity
        /// What its offset counts in.
        var place: Finding.Place
        /// The offset in the body, or from the start of the message; `nil` where the head was another one.
        var offset: Int?
        /// How many bytes it is about.
        var length: Int

        /// A finding of an exchange.
        init(_ finding: Finding, of exchange: Exchange, ignoresHead: Bool) {
            rule = finding.rule
            severity = finding.severity
            place = finding.place
            length = finding.range.count
            let start = finding.place == .body ? 0 : exchange.request?.head.startLineOffset ?? 0
            offset = ignoresHead && finding.place != .body ? nil : finding.range.lowerBound - start
        }
    }

    /// The exchanges in their order.
    private(set) var exchanges: [InspectedExchange] = []

    mutating func inspected(_ exchange: consuming InspectedExchange) { exchanges.append(exchange) }

    /// The readings of the project's captures by their paths: each is compared with many files.
    private static let readings = Mutex<[String: ReadBack]>([:])

    /// Reads a capture; one of the project is read once for all tests.
    init(_ path: String) throws {
        guard path.hasPrefix(Checkout.path("Captures/")) else {
            try self.init(path, as: .capture(format: nil))
            return
        }
        if let reading = Self.readings.withLock({ $0[path] }) {
            self = reading
            return
        }
        try self.init(path, as: .capture(format: nil))
        let reading = self
        Self.readings.withLock { $0[path] = reading }
    }

    /// Reads a file.
    init(_ path: String, as kind: InputKind = .capture(format: nil), redaction: Redaction? = nil) throws {
        var options = InspectionOptions(.standard)
        options.keepsBodies = true
        options.wantsDigests = true
        options.redaction = redaction
        _ = try CaptureInspection(options: options).inspect(path: path, as: kind, into: &self)
    }

    /// The findings of the exchange at an index; those about what the source proves are left out on demand.
    func sites(at index: Int, ignoresHead: Bool = false) -> Set<Site> {
        let inspected = exchanges[index]
        return Set(
            inspected.findings.map { Site($0.finding, of: inspected.exchange, ignoresHead: ignoresHead) }
        )
    }
}

/// A capture that was converted into a folder of its own.
struct Converted {
    /// The folder.
    let folder: TemporaryFolder
    /// How the command ended.
    let run: CommandRun
    /// The file that was asked for.
    let path: String

    /// Converts a capture.
    init(_ capture: String, to format: String, _ options: [String] = []) throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/out.\(format)"
        let output = path
        let line = ["convert", "CAPTURE", "-o", "OUT"] + options
        run = try CommandRun(line) { (command: inout ConvertCommand) in
            command.capture = capture
            command.output = output
        }
    }

    /// The requests among the raw messages that were written, in the order of their exchanges.
    func requests() throws -> [String] {
        let names = try folder.names().filter { $0.hasSuffix(".http") && !$0.hasSuffix(".response.http") }
        let number = { (name: String) in Int(name.dropFirst(4).prefix { $0.isNumber }) ?? 0 }
        return names.sorted { number($0) < number($1) }.map { "\(folder.path)/\($0)" }
    }
}
