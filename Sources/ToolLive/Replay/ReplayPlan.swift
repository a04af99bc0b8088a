import Bytes
import Exchanges
import Inspection
import Pipeline
import Repair
import Reporting
import Shell

/// What is sent of a captured request, where to, and how often.
struct ReplayPlan {
    /// The request's name on the command line.
    let name: String
    /// The server.
    let address: ReplayAddress
    /// The requests in the order in which they are sent, and whether each keeps the pauses of the capture.
    private(set) var requests: [(request: ReplayedRequest, isPaced: Bool)] = []
    /// What each of them is called.
    private(set) var titles: [String] = []
    /// What repairs the request; `nil` where it is sent only as it was captured.
    private(set) var repair: FormRepair?
    /// The rules whose findings the repair removed, the worst first.
    private(set) var fixedRules: [String] = []
    /// Whether the answers to two of them are compared.
    let isComparison: Bool
    /// Whether those two are sent with the same bytes: what the repair changed had to be written of the original too.
    private(set) var areAlike = false

    private let inspected: InspectedExchange
    /// The URL of the server itself, where the request was captured on its way to a proxy, and goes there again.
    private let urlBehindProxy: String?

    /// Plans what a command line asks for.
    ///
    /// - Parameters:
    ///   - command: the command line.
    ///   - inspected: the exchange, whose messages were kept.
    ///   - name: its name.
    /// - Throws: a ``CommandFailure`` where it cannot be sent as it is asked for.
    init(_ command: ReplayCommand, _ inspected: InspectedExchange, named name: String) throws {
        self.name = name
        self.inspected = inspected
        isComparison = command.both
        var original = try ReplayedRequest(capturedIn: inspected, named: name)
        let captured = ReplayAddress(capturedIn: inspected.exchange)
        guard var address = try command.to.map({ try ReplayAddress(url: $0) }) ?? captured else {
            throw CommandFailure.usage(
                "\(name): the capture does not say where it was sent: --to names a server"
            )
        }
        let proxy = command.network.proxy
        if proxy != nil { address = address.named }
        self.address = address
        let isToProxy =
            command.to == nil && proxy == nil && inspected.exchange.target.contains("://")
            && address.named.port != address.port
        urlBehindProxy = isToProxy ? address.origin : nil
        let isPassedOn = proxy != nil && !address.isSecure
        let isReachedItself = !isPassedOn && !address.isOfPackets
        func direct(_ request: inout ReplayedRequest) {
            if isReachedItself { request.leaveProxy() }
            request.direct(to: address, from: captured, keepsCredentials: command.keepCredentials)
            if let proxy, isPassedOn { request.pass(through: proxy.authorization, to: address) }
        }
        if command.pace, original.deliveries == nil {
            throw CommandFailure.refused(
                "\(name): the capture does not hold when the pieces of the request were sent: nothing is sent"
            )
        }
        direct(&original)
        if command.fix || command.both {
            do {
                let repair = try FormRepair(inspected, choices: command.choices.choices)
                self.repair = repair
                fixedRules = Self.rules(inspected, fixedBy: repair)
            } catch let refusal as RepairRefusal {
                throw CommandFailure.refused("\(name): cannot be repaired: \(refusal): nothing is sent")
            }
        }
        if !command.fix {
            for _ in 0..<command.times { add(original, "original", isPaced: command.pace) }
        }
        if let repair {
            var fixed = ReplayedRequest(repair)
            direct(&fixed)
            areAlike = isComparison ? try fixed.isAlike(original) : false
            for _ in 0..<command.times { add(fixed, "fixed", isPaced: false) }
        }
    }

    private mutating func add(_ request: ReplayedRequest, _ title: String, isPaced: Bool) {
        requests.append((request, isPaced))
        titles.append(title)
    }

    /// The fields that stay behind.
    var keptBack: [String] { requests.first?.request.head.keptBack ?? [] }

    /// What is not sent as it was captured: a line for each change, with the title of the request; one that is sent more than
    /// once is named once.
    var changes: [(sent: String, change: String)] {
        var known: Set<String> = []
        return zip(titles, requests).filter { known.insert($0.0).inserted }.flatMap { title, request in
            let fixes = title == "fixed" ? repair.map { RepairText.lines(of: $0.changes) } : nil
            return (request.request.changes + (fixes ?? [])).map { (title, $0) }
        }
    }

    /// The server, for the sender of requests.
    var destination: RequestSender.Destination {
        RequestSender.Destination(
            host: address.host,
            port: address.port,
            name: address.name,
            isSecure: address.isSecure,
            url: address.description
        )
    }

    /// Says what is sent, where to, and what is not as it was captured.
    func announce(in terminal: Terminal) {
        let line = inspected.exchange.requestLine(limit: 200)
        let count = requests.count
        let single = titles.first == "fixed" ? "fixed" : "as captured"
        let form = isComparison ? "as captured, and fixed" : single
        let often = isComparison || count == 1 ? "" : ", \(Quantity.grouped(count)) times"
        let bytes = requests.prefix(isComparison ? 2 : 1).map {
            Quantity.grouped($0.request.head.bytes.count + $0.request.restLength)
        }
        terminal.report(
            "sending \(name) \(form)\(often) to \(address.description): \(line), "
                + "\(bytes.joined(separator: " and ")) bytes"
        )
        var remarks: [String] = []
        for (title, request) in zip(titles, requests) {
            let isFixed = title == "fixed"
            for remark in (isFixed ? [] : request.request.remarks) + request.request.head.changes
            where !remarks.contains(remark) {
                remarks.append(remark)
            }
        }
        if let repair {
            let changes = RepairText.lines(of: repair.changes)
            remarks += changes.isEmpty ? ["nothing had to be fixed"] : changes.map { "fixed: \($0)" }
            if areAlike, !changes.isEmpty {
                remarks.append(
                    "both requests are sent with the same bytes: the original cannot be sent without this"
                )
            }
        }
        if let urlBehindProxy {
            remarks.append(
                "it was sent to a proxy, and is again: --to \(urlBehindProxy) names the server itself"
            )
        }
        if !keptBack.isEmpty {
            let verb = keptBack.count == 1 ? "stays" : "stay"
            remarks.append("\(Self.list(keptBack)) \(verb) behind: --keep-credentials sends them")
        }
        for remark in remarks { terminal.report(remark) }
    }

    /// Says what a server answered, in one line.
    func report(_ answer: ReplayAnswer, in terminal: Terminal) {
        let outcome = answer.outcome
        let time = (outcome.answerTime ?? outcome.duration).map { " after \($0.text)" } ?? ""
        let text: String
        if let failure = answer.failure {
            let sent =
                outcome.isSent
                ? " to the whole request" : " after \(Quantity.grouped(outcome.sentBytes)) bytes of content"
            text = "no response\(sent)\(time): \(failure)"
        } else {
            let location = answer.location.map { ", redirects to \($0): not followed" } ?? ""
            let shortfall = outcome.shortfall.map { "; the response \($0)" } ?? ""
            text = "\(answer.statusText)\(time)\(location)\(shortfall)"
        }
        terminal.report("\(address.origin): \(text)")
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func rules(_ inspected: InspectedExchange, fixedBy repair: FormRepair) -> [String] {
        var rules: [String] = []
        for severity in [Severity.error, .warning] {
            for finding in inspected.findings.map(\.finding) where finding.severity == severity {
                let isLeft = repair.remaining.contains { $0.rule == finding.rule }
                if !isLeft, !rules.contains(finding.rule) { rules.append(finding.rule) }
            }
        }
        return rules
    }
}
