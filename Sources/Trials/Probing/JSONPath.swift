/// A place in an answer's JSON where the contents of fields stand: `form`, `data.fields`, `form.a`, or `.` for the whole.
///
/// Where an object stands there, its members are the fields by their names; where a text does, it is the content of the
/// field that the last key names. A content is a text, a number, or a list of them for fields of one name.
package struct JSONPath: Sendable, Hashable {
    /// The path as it was written.
    package let text: String
    private let keys: [String]

    /// Reads a path: keys with dots between; `nil` where a key is empty.
    package init?(_ text: String) {
        self.text = text
        keys =
            text == "." ? [] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !keys.contains("") else { return nil }
    }

    /// The fields that stand there.
    ///
    /// - Parameter value: the whole answer.
    /// - Returns: the fields, and the only name of which the place can tell, `nil` for any; `nil` where nothing is there.
    func fields(in value: AnsweredValue) -> (fields: [ReadField], name: String?)? {
        var place = value
        for key in keys {
            guard case .object(let members) = place, let next = members[key] else { return nil }
            place = next
        }
        if case .object(let members) = place {
            let fields = members.sorted { $0.key < $1.key }.flatMap { name, value in
                value.contents.map { ReadField(name: name, content: Array($0.utf8)) }
            }
            return (fields, nil)
        }
        guard let name = keys.last, place != .null else { return nil }
        return (place.contents.map { ReadField(name: name, content: Array($0.utf8)) }, name)
    }
}

/// A value in JSON that a server answered.
indirect enum AnsweredValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([AnsweredValue])
    case object([String: AnsweredValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let values = try? value.decode([AnsweredValue].self) {
            self = .array(values)
        } else {
            self = .object(try value.decode([String: AnsweredValue].self))
        }
    }

    /// The contents of the fields of one name that it stands for.
    var contents: [String] {
        switch self {
        case .null, .object: []
        case .bool(let bool): ["\(bool)"]
        case .integer(let number): ["\(number)"]
        case .number(let number): ["\(number)"]
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.contents)
        }
    }
}
