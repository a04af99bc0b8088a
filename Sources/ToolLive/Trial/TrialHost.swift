import Bytes
import Inspection
import Pipeline
import Reporting
import Shell
import Trials

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Lists the cases over HTTP, for clients that fetch a case, send its form and say how that went.
///
/// One event loop's.
///
/// ```
/// GET  /                        a page that runs the cases in the browser that opens it
/// GET  /cases                   the cases: id, purpose, clause
/// GET  /next/CLIENT             the first case of which the client has no result
/// GET  /form/CLIENT/CASE        begins a case: its form, as a driver gets it
/// GET  /form/CLIENT/CASE/FILE   a file of the form
/// POST /trial/CLIENT/CASE       takes the form
/// POST /end/CLIENT/CASE         {"status": 200}, {"error": "why"}, {"unsupported": "why"}: ends it; gives the result
/// GET  /report, /report.json    the results of all clients
/// ```
final class TrialHost {
    /// How a client says that an upload ended.
    private struct End: Decodable {
        var status: Int?
        var error: String?
        var unsupported: String?
        var timeout: Bool?

        /// The same as a driver would say it.
        var end: DriverEnd {
            if let unsupported { return DriverEnd(.exited(DriverEnd.unsupported), errors: unsupported) }
            if timeout == true { return DriverEnd(.timedOut) }
            let output = status.map { "\($0)" } ?? ""
            let isSuccess = error == nil && (200..<300).contains(status ?? 0)
            return DriverEnd(.exited(isSuccess ? 0 : 1), output: output, errors: error ?? "")
        }
    }

    /// A case that a client has begun.
    private struct Run {
        var trial: TrialCase
        var form: WrittenForm
        var folder: String
        var start: ContinuousClock.Instant
    }

    /// The most clients that are kept, and cases that run at once.
    private static let clientLimit = 100

    /// The results.
    private(set) var matrix: TrialMatrix

    private let book: TrialBook
    private let folder: TrialFolder
    private let trials: [TrialCase]
    private let report: (String, TrialResult) -> Void
    private let certificate: () -> String
    private var runs: [TrialAddress: Run] = [:]
    private var boundaries: [String: [UInt8]] = [:]
    private var folderNumber = 0

    /// Prepares to serve.
    ///
    /// - Parameters:
    ///   - trials: the cases.
    ///   - matrix: the results that are known.
    ///   - book: keeps what arrives.
    ///   - folder: where forms stand.
    ///   - certificate: gives the certificate for TLS, as PEM.
    ///   - report: called with each result, and the client's name.
    init(
        _ trials: [TrialCase],
        _ matrix: TrialMatrix,
        _ book: TrialBook,
        in folder: TrialFolder,
        certificate: @escaping () -> String,
        report: @escaping (String, TrialResult) -> Void
    ) {
        self.trials = trials
        self.matrix = matrix
        self.book = book
        self.folder = folder
        self.certificate = certificate
        self.report = report
    }

    /// The answer to a request; `nil` where it is the form of a case.
    func answer(to exchange: InspectedExchange, _ request: SinkRequest) -> SinkAnswer? {
        let segments = request.path.split(separator: "/").map(String.init)
        switch (request.method, segments.first) {
        case ("GET", nil): return SinkAnswer(status: 200, page: TrialPage.runner)
        case ("GET", "cases"): return Self.json(.array(trials.map(JSONValue.init)))
        case ("GET", "report"): return SinkAnswer(status: 200, page: TrialPage.text(matrix))
        case ("GET", "report.json"):
            return SinkAnswer(status: 200, contentType: "application/json", body: matrix.json)
        case ("GET", "next") where segments.count == 2: return next(for: segments[1])
        case ("GET", "form"), ("POST", "end"):
            let path = "/trial/" + segments.dropFirst().joined(separator: "/")
            guard let address = TrialAddress(path: path),
                let trial = trials.first(where: { $0.id == address.trial })
            else { return SinkAnswer(status: 404, body: "There is no such case: /cases lists all.\n") }
            if request.method == "POST" { return end(trial, at: address.plain, exchange.opening) }
            return address.rest.isEmpty ? begin(trial, at: address) : file(address.rest, at: address.plain)
        case ("GET", _): return SinkAnswer(status: 404, body: "There is nothing here.\n")
        default: return nil
        }
    }

    private func next(for client: String) -> SinkAnswer {
        let row = matrix.rows.first { $0.client == Self.name(of: client) }
        let known = Set(row?.results.map(\.trial) ?? [])
        let next = trials.first { !known.contains($0.id) }
        return Self.json(["case": JSONValue(next?.id)])
    }

    private func begin(_ trial: TrialCase, at address: TrialAddress) -> SinkAnswer {
        if runs[address] == nil, runs.count >= Self.clientLimit,
            let oldest = runs.min(by: { $0.value.start < $1.value.start })
        {
            // Its client is gone, most likely.
            folder.remove(oldest.value.folder)
            runs[oldest.key] = nil
        }
        if let old = runs.removeValue(forKey: address) { folder.remove(old.folder) }
        folderNumber += 1
        do {
            let place = try folder.makeFolder("\(folderNumber)")
            let form = try WrittenForm(
                trial,
                in: place,
                certificate: certificate(),
                lastBoundary: boundaries[address.client]
            )
            runs[address] = Run(trial: trial, form: form, folder: place, start: .now)
            book.begin(trial, at: address, folder: place)
            return SinkAnswer(status: 200, contentType: "application/json", body: form.json)
        } catch {
            return SinkAnswer(status: 500, body: "\(error)\n")
        }
    }

    private func file(_ name: String, at address: TrialAddress) -> SinkAnswer {
        // A name of the form's own making, and nothing else.
        guard let run = runs[address], run.form.files.contains(name),
            let data = FileManager.default.contents(atPath: "\(run.folder)/\(name)")
        else { return SinkAnswer(status: 404, body: "The form has no such file.\n") }
        return SinkAnswer(status: 200, contentType: "application/octet-stream", bytes: Array(data))
    }

    private func end(_ trial: TrialCase, at address: TrialAddress, _ body: [UInt8]) -> SinkAnswer {
        guard let run = runs.removeValue(forKey: address) else {
            return SinkAnswer(status: 409, body: "The case was not begun: GET /form/… begins it.\n")
        }
        folder.remove(run.folder)
        var end: DriverEnd
        do {
            end = try JSONDecoder().decode(End.self, from: Data(body)).end
        } catch {
            _ = book.end(at: address)
            return SinkAnswer(status: 400, body: "The body is to be {\"status\": 200} or the like.\n")
        }
        let time = (ContinuousClock.now - run.start).components
        end.seconds = Double(time.seconds) + Double(time.attoseconds) / 1e18
        let arrived = book.end(at: address)
        let record = TrialRecord(requests: arrived.requests, strays: arrived.strays, end: end)
        let name = Self.name(of: address.client)
        let isKnown = boundaries[address.client] != nil
        if let boundary = record.lastBoundary, isKnown || boundaries.count < Self.clientLimit {
            boundaries[address.client] = boundary
        }
        let result = TrialJudge.result(of: trial, run.form, record)
        if matrix.rows.count < Self.clientLimit || matrix.rows.contains(where: { $0.client == name }) {
            matrix.add(TrialRow(client: name, command: nil, results: [result]))
        }
        report(name, result)
        return SinkAnswer(status: 200, contentType: "application/json", body: result.json)
    }

    private static func name(of client: String) -> String {
        let bytes = Array(client.utf8)[...]
        let name = EscapedText.resolvingPercentEscapes(in: bytes) ?? Array(bytes)
        return PrintableText.text(name, limit: 60)
    }

    private static func json(_ value: JSONValue) -> SinkAnswer {
        SinkAnswer(status: 200, contentType: "application/json", body: JSONText.indented(value) + "\n")
    }
}

extension JSONValue {
    /// A case in the list of cases.
    fileprivate init(_ trial: TrialCase) {
        self = ["id": .string(trial.id), "purpose": .string(trial.purpose), "clause": .string(trial.clause)]
    }
}
