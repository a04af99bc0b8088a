import Decryption
import Exchanges
import Inspection
import InspectionRules
import Pipeline
import Synchronization
import TestSupport

/// Everything that the pipeline says of one input.
struct CollectedCapture: InspectionHandler {
    /// The exchanges in their order.
    var exchanges: [InspectedExchange] = []
    /// What is said of the input as a whole.
    var capture: InspectedCapture?

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        exchanges.append(exchange)
    }

    /// The exchanges by which something was sent to the server.
    var posts: [InspectedExchange] { exchanges.filter { $0.exchange.method == "POST" } }

    /// The exchanges whose request carries a form, or should.
    var uploads: [InspectedExchange] { exchanges.filter { $0.form != nil } }

    /// The findings of all exchanges.
    var findings: [Finding] { exchanges.flatMap { $0.findings.map(\.finding) } }

    /// The rules that found something of at least this severity.
    func rules(atLeast severity: Severity) -> Set<String> {
        Set(findings.filter { $0.severity >= severity }.map(\.rule))
    }

    /// The rules that found something of just this severity.
    func rules(_ severity: Severity) -> Set<String> {
        Set(findings.filter { $0.severity == severity }.map(\.rule))
    }

    /// The kinds of problems that the input as a whole has.
    var problems: Set<String> { Set(capture?.problems.map(\.kind) ?? []) }

    /// The readings of the project's captures by their paths: many tests look at each of them.
    private static let readings = Mutex<[String: CollectedCapture]>([:])

    /// Reads a capture with all that can be asked for; one of the project is read once for all tests.
    static func read(_ path: String) throws -> CollectedCapture {
        guard path.hasPrefix(Checkout.path("Captures/")) else {
            return try read(path, as: .capture(format: nil))
        }
        if let reading = readings.withLock({ $0[path] }) { return reading }
        let reading = try read(path, as: .capture(format: nil))
        readings.withLock { $0[path] = reading }
        return reading
    }

    /// Reads an input with all that can be asked for.
    static func read(_ path: String, as kind: InputKind) throws -> CollectedCapture {
        var options = InspectionOptions(.standard)
        options.wantsDigests = true
        options.keepsBodies = true
        var collected = CollectedCapture()
        collected.capture = try CaptureInspection(options: options).inspect(
            path: path,
            as: kind,
            into: &collected
        )
        return collected
    }

    /// Reads bytes that are in memory, with no more than judging them takes.
    static func read(
        _ bytes: [UInt8],
        name: String,
        as kind: InputKind = .capture(format: nil),
        log: KeyLog = KeyLog()
    ) throws -> CollectedCapture {
        var options = InspectionOptions(.standard)
        options.keyLog = log
        var collected = CollectedCapture()
        collected.capture = try CaptureInspection(options: options).inspect(
            bytes,
            name: name,
            as: kind,
            into: &collected
        )
        return collected
    }
}
