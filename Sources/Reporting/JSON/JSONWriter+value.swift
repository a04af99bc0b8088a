extension JSONWriter {
    /// Writes a value.
    ///
    /// - Parameters:
    ///   - value: the value to write.
    ///   - depth: the level of the value, for one member or element on each line; `nil` for one line.
    mutating func write(_ value: JSONValue, depth: Int? = nil) {
        switch value {
        case .null: put("null")
        case .bool(let bool): put(bool ? "true" : "false")
        case .integer(let integer): number(integer)
        case .string(let string): quote(string)
        case .array(let elements):
            put("[")
            for (index, element) in elements.enumerated() {
                beginElement(index, depth)
                write(element, depth: depth.map { $0 + 1 })
            }
            if !elements.isEmpty { breakLine(depth) }
            put("]")
        case .object(let members):
            put("{")
            for (index, member) in members.enumerated() {
                beginElement(index, depth)
                quote(member.name)
                put(depth == nil ? ":" : ": ")
                write(member.value, depth: depth.map { $0 + 1 })
            }
            if !members.isEmpty { breakLine(depth) }
            put("}")
        }
    }

    private mutating func beginElement(_ index: Int, _ depth: Int?) {
        if index > 0 { put(",") }
        breakLine(depth.map { $0 + 1 })
    }
}
