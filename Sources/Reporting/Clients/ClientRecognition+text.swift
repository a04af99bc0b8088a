import Bytes
import Inspection
package import Pipeline
package import Profiles

extension InspectedExchange {
    /// The client that wrote the form; `nil` where it cannot be determined.
    var client: ClientRecognition? { ClientRecognition(exchange, form: form) }
    /// The client that wrote the form, without the reasons; `nil` where the request has no boundary.
    package var clientChoice: ClientChoice? { ClientChoice(exchange, form: form) }
}

extension ClientChoice {
    /// The result in a few words: `curl`, `requests or urllib3`, `curl-cffi, not chromium`, `unknown`.
    ///
    /// A question mark means that a habit differs.
    var brief: String {
        var text = ""
        putBrief { text += $0 }
        return text
    }

    /// Hands the result in a few words to a function, one after another.
    fileprivate func putBrief(_ put: (String) -> Void) {
        guard let first = firstID else { return put("unknown") }
        put(first)
        if let pretendedID {
            put(", not ")
            put(pretendedID)
        } else if count == 1 {
            if !isCertain { put("?") }
        } else {
            put(" or ")
            put(count == 2 ? secondID ?? "" : "\(count - 1) others")
        }
    }

    /// The colour of the result in a few words.
    fileprivate var ink: Ink? { isDisguised ? .warning : count == 0 ? .faint : nil }
}

extension TableRow {
    /// Writes the client that wrote a form, in a few words.
    mutating func put(_ client: ClientChoice) {
        client.putBrief { put($0) }
        ink = client.ink
    }
}

extension ClientRecognition {
    /// The result with its reasons, in lines.
    var rows: [String] {
        var rows = [answer]
        if let match = matches.first {
            rows += match.discrepancies(in: habits).map(Self.words)
        } else if let nearest {
            // The more differ, the less each tells.
            let differing = nearest.discrepancies(in: habits)
            rows += differing.prefix(Self.shownHabits).map(Self.words)
            let more = differing.count - Self.shownHabits
            if more > 0 { rows.append("and \(Quantity.of(more, "other habit"))") }
        }
        if let claim {
            let differing = claim.discrepancies(in: habits)
            let telling = differing.filter(\.habit.isOfEncoder)
            rows.append("its User-Agent is that of \(claim.profile.name), which differs in:")
            rows += (telling.isEmpty ? differing : telling).prefix(4).map(Self.words)
        } else if let agent = foreignAgent {
            rows.append("its User-Agent, “\(agent)”, names another program, which may use this encoder")
        }
        return rows
    }

    /// How many habits in which the nearest client differs are shown.
    private static let shownHabits = 3

    /// A User-Agent that is not one of the clients that match; `nil` where theirs are not known, or it is.
    private var foreignAgent: String? {
        guard let agent = habits.words(for: .userAgent).first, !agent.isEmpty, claimed.isEmpty,
            !matches.isEmpty, matches.allSatisfy({ !$0.profile.agents.isEmpty })
        else { return nil }
        return agent.count > 80 ? agent.prefix(79) + "…" : agent
    }

    private var answer: String {
        guard let match = matches.first else {
            guard let nearest else { return "unknown: no client is known whose boundaries look so" }
            let beginning = "unknown: the boundary might be one of \(nearest.profile.name)"
            return beginning
                + (nearest.differingHabits.isEmpty ? ", and nothing else tells" : ", which differs in:")
        }
        let names = matches.map(\.profile.name)
        let list =
            names.count > 1
            ? names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "") : names[0]
        let count = match.agreeing.count + match.differingHabits.count
        let agreeing =
            match.differingHabits.isEmpty
            ? "\(Quantity.of(count, "habit")) agree\(count == 1 ? "s" : "")"
            : "\(match.agreeing.count) of \(Quantity.of(count, "habit")) agree, not:"
        let source = match.profile.source == .described ? " (known by description alone)" : ""
        return "\(list)\(source): \(agreeing)"
    }

    private static func words(_ discrepancy: ClientMatch.Discrepancy) -> String {
        // The shape of a boundary is described, everything else is quoted.
        let quote: (String) -> String = { discrepancy.habit == .boundary ? $0 : "“\($0)”" }
        let found = discrepancy.found.map(quote).joined(separator: ", ")
        let expected = discrepancy.expected.map(quote).joined(separator: " or ")
        return
            "\(discrepancy.habit.title): \(found), where \(expected.isEmpty ? "nothing" : expected) is usual"
    }
}
