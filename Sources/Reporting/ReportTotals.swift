import Exchanges
import Forms
package import Inspection
package import Pipeline
package import Policy

/// The totals of all exchanges of a report.
package struct ReportTotals: Hashable, Sendable {
    /// The number of inputs.
    package private(set) var captures = 0
    /// The number of those that are damaged, and could not be read from there on.
    package private(set) var partlyUnreadCaptures = 0
    /// The number of packets in them; `nil` where no input has packets.
    package private(set) var packets: Int?
    /// The number of TCP connections in them; `nil` where no input has connections.
    package private(set) var connections: Int?
    /// What the packets carried: the names, and how many of each.
    package private(set) var packetKinds = PacketKindCounts()
    /// The numbers of unread items, by the names of ``InspectedCapture/opaque``.
    package private(set) var opaque: [String: Int] = [:]
    /// The number of exchanges in the captures, selected or not.
    package private(set) var exchangesInCaptures = 0
    /// The number of reported exchanges.
    package private(set) var exchanges = 0
    /// The number of those with a form, or that should have had one.
    package private(set) var forms = 0
    /// The number of those that declare a form, have no body and need none.
    package private(set) var formsWithoutBody = 0
    /// The number of parts of the forms.
    package private(set) var parts = 0
    /// The number of bytes of the bodies with forms.
    package private(set) var formBytes = 0
    /// The number of forms with gaps or without an end.
    package private(set) var incompleteForms = 0
    /// Those among them of which an end of the connection broke off the rest: the capture lacks nothing.
    package private(set) var brokenOffForms = 0
    /// Those of which the chunks cannot be told apart: the capture lacks nothing.
    package private(set) var brokenChunkForms = 0
    /// Those with more parts than are judged.
    package private(set) var limitedForms = 0
    /// The uploads whose bodies could not be judged.
    package private(set) var unjudged = UnjudgedUploads()
    /// The exchanges without an upload.
    package private(set) var others = OtherExchanges()
    /// The number of forms of which no byte is known.
    private var unreadForms = 0
    /// The number of exchanges with a finding of each severity or a greater one.
    package private(set) var exchangesWithFindings = SeverityCounts()
    /// The number of findings of each severity.
    package private(set) var findings = SeverityCounts()

    /// The number of findings that were in a baseline and not reported.
    package var baselined = 0
    /// The result of a baseline; `nil` where there is none.
    package var baseline: BaselineOutcome?
    /// The options that select exchanges, as typed, with advice where a pattern may be meant otherwise; `nil` for none.
    package var selection: String?
    /// The filter on packets; `nil` for none.
    package var packetFilter: String?
    /// Whether an input, or a selected exchange, could not be read.
    package var lacksInput = false
    /// The credentials in what was reported; `nil` where they are not looked for.
    package var credentials: Credentials?
    /// Whether contents of parts are reported, so that their credentials count.
    package var reportsContents = false
    /// The explanation of a server's error; `nil` where none was given.
    package var diagnosis: ServerErrorDiagnosis?

    /// Makes totals of zero.
    package init() {}

    /// The number of findings of one severity.
    package func count(_ severity: Severity) -> Int { findings[severity] }

    /// Whether a run fails where no upload was judged.
    package var requiresUploads = false

    /// Whether the run fails for that.
    package var lacksUploads: Bool { requiresUploads && judgedUploads == 0 }

    /// The number of uploads of which at least some of the body was judged.
    package var judgedUploads: Int { forms - unreadForms }

    /// Whether there is a finding of a severity or a greater one.
    package func hasFindings(atOrAbove threshold: Severity) -> Bool {
        Severity.allCases.contains { $0 >= threshold && findings[$0] > 0 }
    }

    /// Counts uploads in which nothing was found that is reported.
    package mutating func add(_ uploads: CountedUploads) {
        exchanges += uploads.count
        forms += uploads.count
        parts += uploads.parts
        formBytes &+= uploads.bytes
        findings.add(uploads.findings)
        exchangesWithFindings.add(uploads.withFindings)
    }

    /// Whether an exchange may be counted before earlier ones: what is gathered of others has limits, and of an upload
    /// that was judged there are numbers alone.
    func countsInAnyOrder(_ exchange: InspectedExchange) -> Bool {
        exchange.form != nil && !exchange.lacksBody
    }

    /// Counts an exchange.
    package mutating func add(_ exchange: InspectedExchange) {
        exchanges += 1
        let lacksBody = exchange.lacksBody
        if lacksBody { unjudged.add(exchange) }
        if exchange.isWithoutUpload {
            formsWithoutBody += 1
        } else if let form = exchange.form {
            forms += 1
            parts += form.partCount
            formBytes &+= form.length
            if exchange.hasUnjudgedParts { limitedForms += 1 }
            if lacksBody {
                unreadForms += 1
            } else if exchange.isIncomplete {
                incompleteForms += 1
                if exchange.hasBrokenChunks {
                    brokenChunkForms += 1
                } else if exchange.exchange.outcome != .ordinary {
                    brokenOffForms += 1
                }
            }
        } else if !lacksBody {
            others.add(exchange.exchange)
        }
        credentials?.add(exchange.exchange, form: reportsContents ? exchange.form : nil)
        guard !exchange.findings.isEmpty else { return }
        var own = SeverityCounts()
        for index in exchange.findings.indices { own[exchange.findings[index].finding.severity] += 1 }
        findings.add(own)
        exchangesWithFindings.addOne(upTo: own.worst)
    }

    /// Counts a capture.
    package mutating func add(_ capture: InspectedCapture) {
        captures += 1
        if capture.isPartlyUnread { partlyUnreadCaptures += 1 }
        exchangesInCaptures += capture.exchanges
        unjudged.end(capture)
        packetKinds.add(capture.packetKinds)
        if let count = capture.packets { packets = (packets ?? 0) + count }
        if let count = capture.connections { connections = (connections ?? 0) + count }
        opaque.merge(capture.opaque, uniquingKeysWith: +)
    }
}
