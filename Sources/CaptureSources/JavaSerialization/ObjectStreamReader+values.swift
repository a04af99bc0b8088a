extension ObjectStreamReader {
    /// Reads the value of a field or element of a type.
    mutating func value(_ type: UInt8, depth: Int) throws(CaptureProblem) -> StreamValue {
        switch type {
        case UInt8(ascii: "L"), UInt8(ascii: "["):
            // A writer may reset its handles between fields.
            while cursor.peek() == TypeCode.reset.rawValue { _ = try content(depth: depth) }
            return try content(depth: depth)
        case UInt8(ascii: "F"):
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try integer(bytes: 4)))))
        case UInt8(ascii: "D"): return .real(Double(bitPattern: UInt64(bitPattern: try integer(bytes: 8))))
        default:
            guard let size = Self.size(of: type) else {
                throw fault("the type of a value", found: "the byte \(type)", at: cursor.position)
            }
            return .integer(try integer(bytes: size))
        }
    }

    /// The size in bytes of a value of a primitive type; `nil` for any other type.
    static func size(of type: UInt8) -> Int? {
        switch type {
        case UInt8(ascii: "B"), UInt8(ascii: "Z"): 1
        case UInt8(ascii: "C"), UInt8(ascii: "S"): 2
        case UInt8(ascii: "I"), UInt8(ascii: "F"): 4
        case UInt8(ascii: "J"), UInt8(ascii: "D"): 8
        default: nil
        }
    }

    /// A signed big-endian number of 1, 2, 4 or 8 bytes.
    mutating func integer(bytes count: Int) throws(CaptureProblem) -> Int64 {
        var value: Int64 = 0
        for index in 0..<count {
            guard let byte = cursor.next() else { throw truncated(at: cursor.position) }
            value = index == 0 ? Int64(Int8(bitPattern: byte)) : value << 8 | Int64(byte)
        }
        return value
    }

    /// Reads the type code before each content.
    mutating func typeCode() throws(CaptureProblem) -> TypeCode {
        let start = cursor.position
        guard let byte = cursor.next() else { throw truncated(at: start) }
        guard let code = TypeCode(rawValue: byte) else {
            throw fault("an object", found: "the byte \(byte)", at: start)
        }
        return code
    }

    /// Reads a reference; returns the index of the object.
    mutating func reference() throws(CaptureProblem) -> Int {
        let start = cursor.position
        // Handles count from 0x7E0000 (§6.4.2, baseWireHandle).
        let handle = Int(try integer(bytes: 4)) - 0x7E_0000
        guard handles.indices.contains(handle) else {
            throw fault(
                "a reference to an object",
                found: "one to handle \(handle) of \(handles.count)",
                at: start
            )
        }
        return handles[handle]
    }

    /// Reads a name.
    mutating func name() throws(CaptureProblem) -> String {
        try text(length: Int(integer(bytes: 2) & 0xFFFF)).short ?? ""
    }

    /// Reads a length of eight bytes; a negative one is a fault.
    mutating func longLength() throws(CaptureProblem) -> Int {
        let length = try integer(bytes: 8)
        return length < 0 ? Int.max : Int(length)
    }

    /// Reads a string of `length` bytes.
    mutating func text(length: Int) throws(CaptureProblem) -> LogText {
        let range = try bytes(length)
        guard length <= LogText.keptBytes else {
            return LogText([LogText.Piece(range: range, spelling: .modifiedUTF8)])
        }
        cursor.seek(to: range.lowerBound)
        return LogText(ModifiedUTF8.bytes(cursor.take(length) ?? []))
    }

    /// Skips bytes; returns their range.
    mutating func bytes(_ count: Int) throws(CaptureProblem) -> Range<Int> {
        let start = cursor.position
        guard count >= 0, count <= cursor.remaining else {
            throw CaptureProblem(
                .truncatedFile,
                "\(count) bytes are announced, but only \(cursor.remaining) are left",
                at: start
            )
        }
        cursor.seek(to: start + count)
        return start..<(start + count)
    }

    /// The fault of a truncated stream.
    func truncated(at offset: Int) -> CaptureProblem {
        CaptureProblem(.truncatedFile, "the stream of objects ends too early", at: offset)
    }

    /// The fault of a damaged stream.
    func fault(_ expected: String, found: String, at offset: Int) -> CaptureProblem {
        CaptureProblem(.damagedRecord, "\(expected) is expected, but here is \(found)", at: offset)
    }
}
