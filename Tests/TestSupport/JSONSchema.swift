/// A JSON schema (draft 7), with the keywords that schemas of report formats use.
///
/// A schema with an unknown keyword that would constrain the document is rejected.
package struct JSONSchema {
    /// Keywords that constrain nothing by themselves.
    private static let annotations: Set<String> = ["$schema", "$id", "$comment", "definitions"]
    private static let demands: Set<String> = [
        "$ref", "type", "enum", "required", "properties", "additionalProperties", "items", "minItems",
        "uniqueItems", "minimum", "maximum", "pattern", "anyOf", "oneOf",
    ]

    private let root: JSONDocument

    /// Makes a schema from its document.
    package init(_ root: JSONDocument) {
        self.root = root
    }

    /// The violations of the schema in a document: where, and what is demanded; empty where it is valid.
    package func violations(in document: JSONDocument) -> [String] {
        violations(document, root, at: "$")
    }

    private func violations(_ value: JSONDocument, _ schema: JSONDocument, at place: String) -> [String] {
        guard case .object(let keywords) = schema else {
            return schema == .bool(false) ? ["\(place): nothing is allowed here"] : []
        }
        if let reference = keywords["$ref"]?.text {
            guard let target = resolve(reference) else { return ["\(place): unknown reference \(reference)"] }
            return violations(value, target, at: place)
        }
        var found = keywords.keys.filter { !Self.demands.contains($0) && !Self.annotations.contains($0) }
            .map { "\(place): the keyword \($0) is not known" }
        if let type = keywords["type"],
            !(type.text.map { [$0] } ?? type.elements.compactMap(\.text))
                .contains(where: { value.isOfType($0) })
        {
            return found + ["\(place): is not of type \(type)"]
        }
        if let allowed = keywords["enum"], !allowed.elements.contains(value) {
            found.append("\(place): is none of the values allowed")
        }
        if let branches = keywords["anyOf"]?.elements,
            !branches.contains(where: { violations(value, $0, at: place).isEmpty })
        {
            found.append("\(place): is as none of anyOf demands")
        }
        if let branches = keywords["oneOf"]?.elements,
            branches.count(where: { violations(value, $0, at: place).isEmpty }) != 1
        {
            found.append("\(place): is not as exactly one of oneOf demands")
        }
        switch value {
        case .object(let members): found += violations(members, keywords, at: place)
        case .array(let elements): found += violations(elements, keywords, at: place)
        case .number(let number): found += violations(number, keywords, at: place)
        case .string(let text): found += violations(text, keywords, at: place)
        case .null, .bool: break
        }
        return found
    }

    private func violations(
        _ members: [String: JSONDocument],
        _ keywords: [String: JSONDocument],
        at place: String
    ) -> [String] {
        let required = keywords["required"]?.elements.compactMap(\.text) ?? []
        var found = required.filter { members[$0] == nil }.map { "\(place): lacks \($0)" }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let below = "\(place).\(name)"
            if let schema = keywords["properties"]?[name] {
                found += violations(value, schema, at: below)
            } else if let schema = keywords["additionalProperties"] {
                found += violations(value, schema, at: below)
            }
        }
        return found
    }

    private func violations(
        _ elements: [JSONDocument],
        _ keywords: [String: JSONDocument],
        at place: String
    ) -> [String] {
        var found: [String] = []
        if let least = keywords["minItems"]?.integer, elements.count < least {
            found.append("\(place): has fewer than \(least) elements")
        }
        if keywords["uniqueItems"] == .bool(true), Set(elements).count < elements.count {
            found.append("\(place): has an element twice")
        }
        guard let schema = keywords["items"] else { return found }
        return found
            + elements.enumerated().flatMap { violations($0.element, schema, at: "\(place)[\($0.offset)]") }
    }

    private func violations(
        _ number: Double,
        _ keywords: [String: JSONDocument],
        at place: String
    ) -> [String] {
        var found: [String] = []
        if case .number(let least)? = keywords["minimum"], number < least {
            found.append("\(place): is less than \(least)")
        }
        if case .number(let greatest)? = keywords["maximum"], number > greatest {
            found.append("\(place): is more than \(greatest)")
        }
        return found
    }

    private func violations(
        _ text: String,
        _ keywords: [String: JSONDocument],
        at place: String
    ) -> [String] {
        guard let pattern = keywords["pattern"]?.text else { return [] }
        guard let expression = try? Regex(pattern) else { return ["\(place): \(pattern) cannot be read"] }
        return text.contains(expression) ? [] : ["\(place): does not match \(pattern)"]
    }

    /// The definition that `#/definitions/name` refers to.
    private func resolve(_ reference: String) -> JSONDocument? {
        reference.split(separator: "/").dropFirst().reduce(root as JSONDocument?) { $0?[String($1)] }
    }
}

extension JSONDocument {
    fileprivate func isOfType(_ name: String) -> Bool {
        switch self {
        case .null: name == "null"
        case .bool: name == "boolean"
        case .number: name == "number" || name == "integer" && integer != nil
        case .string: name == "string"
        case .array: name == "array"
        case .object: name == "object"
        }
    }
}
