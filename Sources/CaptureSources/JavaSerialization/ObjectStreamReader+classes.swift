extension ObjectStreamReader {
    /// Reads the description of a class; returns its index, `nil` for null.
    mutating func classDescription(depth: Int) throws(CaptureProblem) -> Int? {
        let start = cursor.position
        guard depth < Self.depthLimit else {
            throw CaptureProblem(.limit, "classes are nested more than \(Self.depthLimit) deep", at: start)
        }
        switch try typeCode() {
        case .null: return nil
        case .reference:
            let place = try reference()
            guard case .description = graph.objects[place] else {
                throw fault("a class", found: "a reference to something else", at: start)
            }
            return place
        case .classDescription: return try newClass(depth: depth)
        case .proxyClassDescription:
            let place = try add(.description(StreamClass(name: "", flags: .serializable, fields: [])))
            let count = Int(try integer(bytes: 4))
            for _ in 0..<min(max(count, 0), cursor.remaining) { _ = try name() }
            try passAnnotation(depth: depth)
            try setSuperclass(of: place, depth: depth)
            return place
        default: throw fault("a class", found: "something else", at: start)
        }
    }

    /// Reads a description after its type code; returns its index.
    mutating func newClass(depth: Int) throws(CaptureProblem) -> Int {
        let name = try name()
        _ = try integer(bytes: 8)
        let place = try add(.description(StreamClass(name: name, flags: [], fields: [])))
        let flags = StreamClass.Flags(rawValue: UInt8(truncatingIfNeeded: try integer(bytes: 1)))
        var fields: [StreamClass.Field] = []
        for _ in 0..<Int(try integer(bytes: 2) & 0xFFFF) {
            let start = cursor.position
            try take(2 * MemoryLayout<StreamClass.Field>.stride)
            let type = UInt8(truncatingIfNeeded: try integer(bytes: 1))
            fields.append(StreamClass.Field(name: try self.name(), type: type))
            switch type {
            case UInt8(ascii: "L"), UInt8(ascii: "["): _ = try content(depth: depth + 1)
            case _ where Self.size(of: type) != nil: break
            default: throw fault("the type of a field", found: "the byte \(type)", at: start)
            }
        }
        graph.objects[place] = .description(StreamClass(name: name, flags: flags, fields: fields))
        try passAnnotation(depth: depth)
        try setSuperclass(of: place, depth: depth)
        return place
    }

    /// Reads the description of the superclass.
    mutating func setSuperclass(of place: Int, depth: Int) throws(CaptureProblem) {
        let superclass = try classDescription(depth: depth + 1)
        guard case .description(var description) = graph.objects[place] else { return }
        description.superclass = superclass
        graph.objects[place] = .description(description)
    }

    /// Skips what a class loader wrote.
    mutating func passAnnotation(depth: Int) throws(CaptureProblem) {
        while try !passesEndOfBlock() { _ = try content(depth: depth + 1) }
    }

    /// Whether the end mark of a block is next; it is skipped if so.
    mutating func passesEndOfBlock() throws(CaptureProblem) -> Bool {
        guard cursor.peek() == TypeCode.endBlockData.rawValue else {
            if cursor.remaining == 0 { throw truncated(at: cursor.position) }
            return false
        }
        cursor.advance()
        return true
    }
}
