import Inspection

/// Something that a rule finds in many parts: the first places are reported one by one, the others counted.
///
/// A client with a habit shows it in every part; a hostile body may show a fault in thousands.
struct Recurrence {
    private struct Place {
        var message: String
        var range: Range<Int>
        var part: Int?
        var severity: Severity?
        var hint: String?
    }

    private let limit: Int
    private var places: [Place] = []
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
        places.append(Place(message: message(), range: range, part: part, severity: severity, hint: hint))
    }

    /// The end of a message about one place: how many others are like it; empty where it is the only one.
    static func words(forOthers count: Int) -> String {
        count > 0 ? " (and \(count) more like it)" : ""
    }

    /// Reports what was found; the last message says how many more places there are.
    func report(as rule: some Rule, to report: inout RuleReport) {
        for (index, place) in places.enumerated() {
            let isLast = index == places.count - 1
            report.add(
                rule,
                isLast ? place.message + Self.words(forOthers: others) : place.message,
                at: place.range,
                part: place.part,
                severity: place.severity,
                hint: place.hint
            )
        }
    }
}
