/// A value of one entry of a log: the common types of JSON and tnetstrings.
indirect enum LogValue {
    /// JSON's `null`, tnetstrings' `~`.
    case null
    /// A boolean.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A text or byte string.
    case text(LogText)
    /// Values in order.
    case list([LogValue])
    /// Named values in the order of the log; the last of equal names counts.
    case record([(name: String, value: LogValue)])

    /// The member of a record; `nil` where it is missing or null.
    subscript(_ name: String) -> LogValue? {
        guard case .record(let members) = self, let member = members.last(where: { $0.name == name }) else {
            return nil
        }
        if case .null = member.value { return nil }
        return member.value
    }

    /// The element of a list.
    subscript(_ index: Int) -> LogValue? {
        guard case .list(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The elements of a list; none for anything else.
    var elements: [LogValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The members of a record; none for anything else.
    var members: [(name: String, value: LogValue)] {
        if case .record(let members) = self { members } else { [] }
    }

    /// The text.
    var text: LogText? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The text as a string, where it is in memory.
    var string: String? { text?.short }

    /// The number, or the number that a text represents.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): text.short.flatMap(Double.init)
        default: nil
        }
    }

    /// The number where it is an integer.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// The length in bytes; `nil` where the number is negative, which means unknown.
    var length: Int? { integer.flatMap { $0 >= 0 ? $0 : nil } }

    /// The boolean.
    var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }
}
