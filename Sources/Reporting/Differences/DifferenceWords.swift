import Bytes
import Exchanges
import Forms
import Inspection
import Profiles

/// The texts of reports on comparisons, without the formatting of each report.
enum DifferenceWords {
    /// The number of receivers that are named for one effect.
    private static let namedReceivers = 8

    /// The number of violated rules that are reported in full for one difference, where no request has another one.
    private static let shownBreaches = 2

    /// The number of differences of one weight that are shown unless all are asked for: of a form with thousands of renamed
    /// parts the first tell what happened.
    static let shownOfWeight = 30

    /// The least duration that is shown, in nanoseconds: no server notices less.
    private static let shownDuration: Int64 = 1_000_000

    /// Facts about a request: request line, answer, size, timing and client.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - columns: the width to which the target is elided in its middle; `nil` to show it whole.
    /// - Returns: the facts, escaped for display.
    static func facts(of request: ComparedRequest, columns: Int? = nil) -> [String] {
        let exchange = request.exchange
        var words: [String] = []
        let line = [exchange.method, exchange.target].filter { !$0.isEmpty }
            .map { PrintableText.text($0, limit: 4000) }
            .map { text in columns.map { text.elided(to: $0) } ?? text }
            .joined(separator: " ")
        if !line.isEmpty { words.append(line) }
        switch request.answer {
        case .accepted(let status), .refused(let status): words.append("answered \(status)")
        case .unknown: if request.role != .reference { words.append("no answer seen") }
        }
        if let form = request.form {
            words.append(Quantity.of(form.partCount, "part"))
            words.append(Quantity.of(form.length, "byte"))
        } else if request.unrecorded.isEmpty {
            words.append("no form")
        }
        if let timing = request.timing, timing.duration >= shownDuration {
            var text = "sent in \(milliseconds(timing.duration))"
            if let gap = timing.headToContent, gap >= shownDuration {
                text += " (body \(milliseconds(gap)) after the head)"
            }
            words.append(text)
        }
        if request.role != .reference, let client = ClientChoice(exchange, form: request.form),
            client.first != nil
        {
            words.append("written by \(client.brief)")
        }
        if let agent = exchange.request?.head.fields.value(.userAgent) {
            words.append("User-Agent \(PrintableText.text(agent, limit: 100))")
        }
        return words
    }

    /// What of a request is not compared, and why; `nil` where all is.
    static func losses(of request: ComparedRequest) -> String? {
        let lost = request.unrecorded
        return lost.isEmpty ? nil : lost.map(\.words).joined(separator: "; ")
    }

    /// A request's name, with its role where it is not `recorded`.
    static func name(of request: ComparedRequest) -> String {
        let label = PrintableText.text(request.label, limit: 400)
        return request.role == .model ? "\(label) (the model)" : label
    }

    /// Further statements on a difference: rules, receivers, reasons; the reason for a rule at the first of `differences`
    /// that has it.
    static func notes(on difference: Difference, among differences: [Difference]) -> [String] {
        let shown = toldBreaches(of: difference)
        var notes = shown.map { breach in
            "\(letters(breach.requests)): \(breach.severity.rawValue)[\(breach.rule)]: \(breach.message)"
        }
        let rest = difference.breaches.filter { !shown.contains($0) }.map(\.rule)
        if !rest.isEmpty { notes.append("see also \(rest.joined(separator: ", "))") }
        if let remark = difference.remark { notes.append(remark) }
        notes += effects(of: difference)
        if let breach = breachWithoutEffects(of: difference), let rationale = breach.rationale,
            differences.first(where: { breachWithoutEffects(of: $0)?.rule == breach.rule }) == difference
        {
            notes.append(rationale)
        }
        return notes
    }

    /// The violated rules that are reported in full: the first of each request, then the most severe of the others.
    private static func toldBreaches(of difference: Difference) -> [Breach] {
        var accused: Set<Int> = []
        var told: Set<Breach> = []
        for breach in difference.breaches where !accused.isSuperset(of: breach.requests) {
            accused.formUnion(breach.requests)
            told.insert(breach)
        }
        for breach in difference.breaches where told.count < shownBreaches { told.insert(breach) }
        return difference.breaches.filter(told.contains)
    }

    /// The first breach of a rule whose effects on receivers are not known, by requests of which no other effect is; `nil` where
    /// there is none, or none is needed.
    private static func breachWithoutEffects(of difference: Difference) -> Breach? {
        guard difference.weight == .receiversDiffer else { return nil }
        let affected = Set(difference.effects.flatMap(\.requests))
        return difference.breaches.first { affected.isDisjoint(with: $0.requests) }
    }

    /// A value for display: missing and empty ones have a sign.
    static func value(_ value: String?) -> String {
        guard let value else { return "–" }
        return value.isEmpty ? "(empty)" : value
    }

    /// The counts of differences, such as `3 differences: 1 against a rule, 2 cosmetic`.
    static func closing(_ comparison: RequestComparison) -> String {
        guard !comparison.differences.isEmpty else { return "no differences" }
        let counts = Difference.Weight.allCases.compactMap { weight in
            let count = comparison.differences.count { $0.weight == weight }
            return count > 0 ? "\(Quantity.grouped(count)) \(weight.brief)" : nil
        }
        return "\(Quantity.of(comparison.differences.count, "difference")): \(counts.joined(separator: ", "))"
    }

    /// The summary of a set of comparisons.
    static func closing(comparisons: Int, differing: Int) -> String {
        let verdict =
            differing == 0 ? "none with differences" : "\(Quantity.grouped(differing)) with differences"
        return "\(Quantity.of(comparisons, "comparison")): \(verdict)"
    }

    /// The uploads without a counterpart; `nil` where there are none.
    static func remark(onUnpaired unpaired: [String]) -> String? {
        guard !unpaired.isEmpty else { return nil }
        let names = unpaired.prefix(20).map { PrintableText.text($0, limit: 400) }.joined(separator: ", ")
        let rest = unpaired.count > 20 ? " and \(Quantity.grouped(unpaired.count - 20)) more" : ""
        let verb = unpaired.count == 1 ? "has" : "have"
        return "\(Quantity.of(unpaired.count, "upload")) \(verb) no counterpart: \(names)\(rest)"
    }

    /// The letters of requests, such as `A, C`.
    static func letters(_ requests: [Int]) -> String {
        requests.map(ComparedRequest.letter).joined(separator: ", ")
    }

    /// The effects on receivers, a sentence for the requests that are treated alike.
    private static func effects(of difference: Difference) -> [String] {
        var order: [[Int]] = []
        var all: [[Int]: [(ReceiverEffect, [String])]] = [:]
        for effect in difference.effects {
            if all[effect.requests] == nil { order.append(effect.requests) }
            var entries = all[effect.requests] ?? []
            let name = effect.receiver.name
            if let index = entries.firstIndex(where: {
                $0.0.predicate(of: 2) == effect.effect.predicate(of: 2)
            }) {
                if !entries[index].1.contains(name) { entries[index].1.append(name) }
            } else {
                entries.append((effect.effect, [name]))
            }
            all[effect.requests] = entries
        }
        return order.map { requests in
            let texts = (all[requests] ?? []).map { effect, names in
                let rest = names.count - namedReceivers
                let shown = Array(names.prefix(namedReceivers)) + (rest > 0 ? ["\(rest) more"] : [])
                return "\(ComparisonVerdict.list(shown)) \(effect.predicate(of: names.count))"
            }
            return "\(letters(requests)): \(texts.joined(separator: "; "))"
        }
    }

    /// A duration in milliseconds.
    private static func milliseconds(_ nanoseconds: Int64) -> String {
        let tenths = nanoseconds / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

extension ReceiverEffect {
    /// What is done, in words that follow the names of so many receivers.
    fileprivate func predicate(of count: Int) -> String {
        let isOne = count == 1
        return switch self {
        case .accepts: isOne ? "reads it as meant" : "read it as meant"
        case .losesField: isOne ? "loses a field" : "lose a field"
        case .readsDifferently: isOne ? "reads another name or content" : "read another name or content"
        case .findsNothing: isOne ? "finds no field" : "find no field"
        case .rejects: isOne ? "rejects it" : "reject it"
        case .blocks: isOne ? "blocks it" : "block it"
        case .flags: isOne ? "flags it" : "flag it"
        case .notParsed: isOne ? "does not look into it" : "do not look into it"
        }
    }
}

extension Difference.Weight {
    /// The title above the differences of this weight.
    var title: String {
        switch self {
        case .violation: "against a rule"
        case .partMissing: "missing or renamed parts"
        case .receiversDiffer: "known receivers differ"
        case .mayMatter: "legal, may matter"
        case .cosmetic: "cosmetic"
        }
    }

    /// The weight in a word or two, after a number.
    var brief: String {
        switch self {
        case .violation: "against a rule"
        case .partMissing: "about missing or renamed parts"
        case .receiversDiffer: "that receivers treat differently"
        case .mayMatter: "that may matter"
        case .cosmetic: "cosmetic"
        }
    }
}
