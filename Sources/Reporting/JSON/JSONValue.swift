/// A JSON value whose members keep their order (RFC 8259).
package indirect enum JSONValue: Hashable, Sendable {
    /// `null`: an unknown value.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Names and values in order; a name occurs once.
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The value.
        package var value: JSONValue

        /// Makes a member.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The value of a member, `nil` where this is not an object or has no such member.
    package func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The text, `null` for `nil`.
    package init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }

    /// The number, `null` for `nil`.
    package init(_ number: Int?) {
        self = number.map(JSONValue.integer) ?? .null
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Text.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    package init(integerLiteral value: Int) { self = .integer(value) }
    /// `true` or `false`.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Values in order.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Names and values in order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map(Member.init))
    }
}
