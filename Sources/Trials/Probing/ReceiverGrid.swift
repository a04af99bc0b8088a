#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Receivers and bodies: what each receiver did with each.
package struct ReceiverGrid: Sendable {
    /// What a column stands for.
    package enum Kind: String, Decodable, Sendable {
        /// A server's form API.
        case reader
        /// A firewall or an inspector in front of servers.
        case checker
        /// What passes requests on.
        case proxy
    }

    /// A receiver.
    package struct Receiver: Decodable, Sendable {
        /// Its name in the file.
        package let id: String
        /// Its name for people.
        package let name: String
        /// The package that it was installed from.
        package let package: String?
        /// Its version.
        package let version: String?
        /// What parses forms for it, and its version.
        package let parser: String?
        /// What it is.
        package let kind: Kind
    }

    /// A request with something particular in its head.
    package struct Head: Decodable, Sendable {
        /// Its name in the file.
        package let id: String
        /// What is particular.
        package let purpose: String
    }

    /// What a checker said of a body.
    package struct Verdict: Hashable, Sendable {
        /// Whether it lets the body pass.
        package let passes: Bool
        /// What it flags.
        package let flags: [String]
        /// The fields that it read; `nil` where it does not say.
        package let form: [ReadField]?
    }

    /// What a receiver did with a body.
    package enum Cell: Hashable, Sendable {
        /// It read it, or did not.
        case result(ProbeResult)
        /// It judged it.
        case verdict(Verdict)
    }

    /// Why a file is not a grid.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let schema = "partwise.receivers/1"

    /// When the receivers were run; empty where that is not known.
    package private(set) var date = ""
    /// The receivers: readers, then checkers, each in the order of the file.
    package private(set) var receivers: [Receiver] = []
    /// The proxies, which read nothing.
    package private(set) var proxies: [GridProxy] = []
    /// The requests besides the bodies of the lab that proxies were sent.
    package private(set) var heads: [Head] = []
    private var cells: [String: [String: Cell]] = [:]

    /// Makes a grid of reports, a column each.
    package init(_ reports: [ProbeReport]) {
        for (index, report) in reports.enumerated() {
            let id = "probe-\(index + 1)"
            receivers.append(
                Receiver(id: id, name: report.label, package: nil, version: nil, parser: nil, kind: .reader)
            )
            cells[id] = Dictionary(report.results.map { ($0.id, .result($0)) }) { $1 }
        }
        if reports.count == 1 { date = reports[0].date }
    }

    /// Reads a grid in JSON; the readings are compared anew with the forms that were meant.
    ///
    /// - Throws: a ``Failure`` where it is none.
    package init(json: Data) throws {
        let file: File
        do {
            file = try AnsweredJSON.decode(File.self, from: json)
        } catch {
            throw Failure(description: "is not a grid of receivers in JSON\(Self.place(of: error))")
        }
        guard file.schema == Self.schema else {
            throw Failure(description: "is a file of another kind or version: \(file.schema)")
        }
        guard Set(file.receivers.map(\.id)).count == file.receivers.count else {
            throw Failure(description: "names a receiver twice")
        }
        date = file.date ?? ""
        // Checkers stand together, after what reads.
        receivers = [Kind.reader, .checker].flatMap { kind in file.receivers.filter { $0.kind == kind } }
        heads = file.heads ?? []
        proxies = try file.receivers.filter { $0.kind == .proxy }.map { receiver in
            let tables = [file.results, file.headResults ?? [:]]
            let conducts = try tables.flatMap { $0[receiver.id] ?? [:] }.map { id, entry in
                guard let conduct = entry.conduct else { throw Self.failure(receiver, id) }
                return (id, conduct)
            }
            return GridProxy(receiver: receiver, conducts: Dictionary(conducts) { $1 })
        }
        for receiver in receivers {
            let entries = file.results[receiver.id] ?? [:]
            cells[receiver.id] = try entries.reduce(into: [:]) { cells, entry in
                guard let cell = entry.value.cell(entry.key) else { throw Self.failure(receiver, entry.key) }
                cells[entry.key] = cell
            }
        }
    }

    private struct File: Decodable {
        let schema: String
        let date: String?
        let receivers: [Receiver]
        let heads: [Head]?
        let results: [String: [String: Entry]]
        let headResults: [String: [String: Entry]]?
    }

    private struct Entry: Decodable {
        let outcome: String?
        let status: Int?
        let form: [ReadField]?
        let verdict: String?
        let flags: [String]?
        let arrived: GridProxy.Arrival?

        /// What a proxy did; `nil` where that is not said.
        var conduct: GridProxy.Conduct? {
            outcome.flatMap(GridProxy.Outcome.init(rawValue:)).map {
                GridProxy.Conduct(outcome: $0, status: status, arrived: arrived)
            }
        }

        /// The cell of a body with an id.
        func cell(_ id: String) -> Cell? {
            if let verdict {
                guard ["pass", "block"].contains(verdict) else { return nil }
                return .verdict(Verdict(passes: verdict == "pass", flags: flags ?? [], form: form))
            }
            guard let outcome = outcome.flatMap(ProbeOutcome.init(rawValue:)) else { return nil }
            if let form, let body = LabBody.named(id) {
                return .result(ProbeResult(body, status: status, form: form))
            }
            var result = ProbeResult(id, outcome, status: status)
            result.form = form
            return .result(result)
        }
    }

    private static func failure(_ receiver: Receiver, _ id: String) -> Failure {
        Failure(description: "has no outcome for \(receiver.id) and \(id)")
    }

    /// Where in a file something else stands than is expected; empty where that is not known.
    private static func place(of error: any Error) -> String {
        let context: DecodingError.Context? =
            switch error as? DecodingError {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            default: nil
            }
        let keys = context?.codingPath.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue } ?? []
        return keys.isEmpty ? "" : ": see \(keys.joined(separator: ", "))"
    }

    /// The bodies of which there are results, in the order of the lab.
    package var bodies: [LabBody] {
        let known = Set(cells.values.flatMap(\.keys))
        return LabBody.all.filter { known.contains($0.id) }
    }

    /// What a receiver did with a body; `nil` where it was not sent.
    package func cell(_ receiver: Receiver, _ body: String) -> Cell? { cells[receiver.id]?[body] }

    /// The result of a receiver that reads forms; `nil` for a checker.
    package func result(_ receiver: Receiver, _ body: String) -> ProbeResult? {
        guard case .result(let result)? = cell(receiver, body) else { return nil }
        return result
    }

    /// The receivers of a kind.
    package func receivers(_ kind: Kind) -> [Receiver] { receivers.filter { $0.kind == kind } }
}
