import Foundation

/// A JSON value, for tests that read documents of any shape.
package enum JSONDocument: Decodable, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSONDocument])
    /// Values by name.
    case object([String: JSONDocument])

    /// Reads a document.
    package init(parsing text: String) throws {
        self = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONDocument].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONDocument].self))
        }
    }

    /// The value of a member, `nil` where this is not an object or has no such member.
    package subscript(_ name: String) -> JSONDocument? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The elements; empty where this is not an array.
    package var elements: [JSONDocument] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The text, `nil` where this is not a string.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, `nil` where this is not one.
    package var integer: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }
}
