import Bytes
import Forms
import Inspection
import InspectionRules
import Pipeline
import Policy
import Reporting
import Shell

/// A contract to which a form is held before it is sent: the request is written to an inspection instead of a server.
struct UploadContract {
    /// The bytes that are read of the form at once.
    private static let pieceSize = 256 * 1024

    private let contract: Contract

    /// Reads the contract in a file, or takes the built-in one of a name.
    init(_ name: String) throws {
        contract = try PolicyRun.contract(name)
    }

    /// Whether the request keeps the contract; what breaks it is reported.
    ///
    /// - Throws: where the form cannot be read.
    func admits(_ request: UploadRequest, to url: String, in terminal: Terminal) throws -> Bool {
        let head: RequestHead
        do throws(RequestHead.Failure) {
            head = try RequestHead(method: request.method, url: url)
        } catch {
            throw CommandFailure.usage("\(error)")
        }
        var options = InspectionOptions(.standard)
        options.inspector = Inspector(
            .ofForms,
            profile: .standard,
            additions: ContractRules.all(for: contract)
        )
        var workspace = try InspectionWorkspace(options: options)
        var connection = ConnectionInspection(
            ConnectionSummary(number: 1, initiator: nil, responder: nil, sawHandshake: true)
        )
        var offset = 0
        func pass(_ bytes: [UInt8]) {
            connection.received(bytes.span.bytes, from: .initiator, ByteOrigin(offset: offset), &workspace)
            offset += bytes.count
        }
        pass(head.bytes(for: request.writer, dialect: request.dialect, isChunked: false))
        let pull = request.writer.pull()
        while case let piece = try pull.chunk(ofAtMost: Self.pieceSize), !piece.isEmpty { pass(piece) }
        connection.ended(.finished, from: .initiator, ByteOrigin(offset: offset), &workspace)
        connection.closed(&workspace)
        var isKept = true
        let output = try ReportOutput(color: .auto, terminal: terminal)
        for result in workspace.takeResults() {
            guard case .completed(var exchange) = result else { continue }
            exchange = exchange.changed { $0.findings.removeAll { !$0.finding.rule.hasPrefix("contract/") } }
            guard exchange.worst == .error else { continue }
            isKept = false
            let reporter = TextReporter(
                to: terminal.diagnostics,
                style: output.style,
                threshold: .error,
                isLive: true
            )
            reporter.begin("the form")
            reporter.exchange(exchange)
        }
        if !isKept { terminal.report("the form breaks the contract \(contract.name): nothing was sent") }
        return isKept
    }
}
