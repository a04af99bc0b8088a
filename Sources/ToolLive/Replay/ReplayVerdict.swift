import Shell

/// Whose fault it is, as far as two answers show: to a request as it was captured, and to what repairs it.
struct ReplayVerdict: Hashable {
    /// What the answers show.
    enum Kind: String {
        /// The server takes the fixed request alone.
        case client
        /// It takes both, and answers in two ways.
        case readOtherwise = "read-otherwise"
        /// It takes both, and answers alike.
        case tolerated
        /// It takes neither.
        case elsewhere
        /// It takes the request as it was captured alone.
        case fix
        /// There was nothing to fix.
        case nothingToFix = "nothing-to-fix"
    }

    /// The rules that are named; others are counted.
    private static let namedRules = 3

    /// What the answers show.
    let kind: Kind
    /// The same in one sentence.
    let sentence: String

    /// Judges two answers.
    ///
    /// - Parameters:
    ///   - original: that to the request as it was captured.
    ///   - fixed: that to the repaired one.
    ///   - rules: the rules whose findings the repair removed, in order.
    ///   - isChanged: whether it changed anything.
    ///   - keptBack: the fields that stayed behind.
    init(
        _ original: ReplayAnswer,
        _ fixed: ReplayAnswer,
        rules: [String],
        isChanged: Bool,
        keptBack: [String]
    ) {
        let named = Self.named(rules)
        guard isChanged else {
            kind = .nothingToFix
            let answers =
                original.isAlike(fixed)
                ? "the server answers it alike both times"
                : "the server answers the same request in two ways: --times shows how often"
            sentence = "Nothing had to be fixed in the request, and \(answers)."
            return
        }
        switch (original.isTaken, fixed.isTaken) {
        case (false, true):
            kind = .client
            sentence =
                "The server takes the fixed request and \(Self.refusal(of: original)) the original: "
                + "the client's bytes are at fault\(named)."
        case (true, true) where original.isAlike(fixed):
            kind = .tolerated
            sentence =
                "The server takes both requests and answers alike: the faults of the client's bytes do not show "
                + "in its answer\(named)."
        case (true, true):
            kind = .readOtherwise
            sentence =
                "The server takes both requests and answers them differently: unless its answers differ each time, "
                + "it reads other parts in the client's bytes than were meant\(named)."
        case (false, false):
            kind = .elsewhere
            let same = original.status == fixed.status
            let refusals =
                same
                ? original.status == nil
                    ? "answers neither request" : "\(Self.refusal(of: original)) both requests"
                : "\(Self.refusal(of: original)) the original and \(Self.refusal(of: fixed)) the fixed request"
            let status = same ? original.status.map { " with \($0)" } ?? "" : ""
            let statuses = [original.status ?? 0, fixed.status ?? 0]
            let isUnauthorized = statuses.contains(401) || statuses.contains(403)
            let credentials =
                isUnauthorized && !keptBack.isEmpty
                ? " (\(keptBack.joined(separator: ", ")) stayed behind)" : ""
            sentence =
                "The server \(refusals)\(status): what the fix changes is not the cause, or not the only one"
                + "\(credentials)."
        case (true, false) where fixed.status == nil:
            kind = .fix
            sentence =
                "The server takes the original and does not answer the fixed request: perhaps because of what the fix "
                + "changes\(named), perhaps for a reason of its own. Try again: --times shows how often."
        case (true, false):
            kind = .fix
            sentence =
                "The server takes the original and \(Self.refusal(of: fixed)) the fixed request: it depends on what "
                + "the fix changes\(named)."
        }
    }

    private static func refusal(of answer: ReplayAnswer) -> String {
        guard let status = answer.status else { return "does not answer" }
        return status < 500 ? "refuses" : "fails on"
    }

    private static func named(_ rules: [String]) -> String {
        guard !rules.isEmpty else { return "" }
        let rest = rules.count - namedRules
        return " (\(rules.prefix(namedRules).joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : ""))"
    }
}
