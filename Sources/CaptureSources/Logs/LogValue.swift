/// A value of one entry of a log: what JSON and tnetstrings have in common.
indirect enum LogValue {
    /// JSON's `null`, tnetstrings' `~`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A text or a byte string.
    case text(LogText)
    /// Values in order.
    case list([LogValue])
    /// Named values in the order of the log; of equal names the last counts.
    case record([(name: String, value: LogValue)])

    /// The member of a record; `nil` where there is none, or where it is null.
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

    /// The text, as a text.
    var text: LogText? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The text as a string, where it is short.
    var string: String? { text?.short }

    /// The number, or the number that a text spells.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): text.short.flatMap(Double.init)
        default: nil
        }
    }

    /// The number where it is whole.
    var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// The length in bytes that a number says; `nil` where it is negative, which stands for unknown.
    var length: Int? { integer.flatMap { $0 >= 0 ? $0 : nil } }

    /// The truth value.
    var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }
}
