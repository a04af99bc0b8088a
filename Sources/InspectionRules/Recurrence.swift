import Inspection

/// Something that a rule finds in many parts: the first places are reported one by one, the others counted.
///
/// A client with a habit shows it in every part; a hostile body may show a fault in thousands.
struct Recurrence {
    private let limit: Int
    private var places: [RuleReport.Place] = []
    private var others = 0

    /// Starts with nothing found.
    ///
    /// - Parameter limit: how many places are reported one by one: 1 for habits, more for faults.
    init(limit: Int = 16) {
        self.limit = limit
    }

    /// Adds a place in the body; `severity` and `hint` are given where they differ from the rule's own.
    mutating func add(
        _ message: @autoclosure () -> String,
        at range: Range<Int>,
        part: Int?,
        severity: Severity? = nil,
        hint: String? = nil
    ) {
        guard places.count < limit else {
            others += 1
            return
        }
        places.append(
            RuleReport.Place(message(), at: range, part: part, severity: severity, hint: hint)
        )
    }

    /// The end of a message about one place: how many others are like it; empty where it is the only one.
    static func words(forOthers count: Int) -> String {
        count > 0 ? " (and \(count) more like it)" : ""
    }

    /// Reports what was found; the last message says how many more places there are.
    func report(as rule: some Rule, to report: inout RuleReport) {
        // Most rules find nothing; the rest is compiled once, not for each of them.
        if !places.isEmpty { report.add(rule, placesInWords) }
    }

    private var placesInWords: [RuleReport.Place] {
        @inline(never)
        get {
            var places = places
            places[places.count - 1].message += Self.words(forOthers: others)
            return places
        }
    }
}
