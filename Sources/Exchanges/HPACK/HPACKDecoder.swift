import Bytes

/// Decodes the header blocks of one direction of a connection (RFC 7541).
///
/// Every block of the direction must be decoded, wanted or not, because each may change the dynamic table.
struct HPACKDecoder: Sendable {
    /// Why a block cannot be decoded: the rest of the direction cannot either (RFC 7541 §2.2).
    enum Failure: Error, Hashable, CustomStringConvertible {
        /// The block ends inside a field line.
        case truncated(at: Int)
        /// An integer is larger than any plausible one, or has more bytes than it needs.
        case integer(at: Int)
        /// No table has an entry with this index.
        case index(Int, at: Int)
        /// A string is not valid Huffman code.
        case huffman(at: Int)
        /// A size update exceeds what the other side allows, or follows a field line.
        case tableSize(Int, at: Int)

        var description: String {
            switch self {
            case .truncated(let offset): "the header block ends inside the field line at its byte \(offset)"
            case .integer(let offset): "the integer at byte \(offset) of the header block is too great"
            case .index(let index, let offset):
                "byte \(offset) of the header block names table entry \(index), which does not exist"
            case .huffman(let offset):
                "the string at byte \(offset) of the header block is not valid Huffman code"
            case .tableSize(let size, let offset):
                "byte \(offset) of the header block sets the table size to \(size), which is not allowed there"
            }
        }
    }

    /// The greatest integer that is accepted: no string, index or table is larger.
    private static let greatestInteger = 1 << 30

    private var table = HPACKTable()
    /// The greatest table size that the receiver allows; `nil` where its settings were not captured.
    private(set) var allowedCapacity: Int? = HPACKTable.initialCapacity

    /// An estimate of the bytes that the dynamic table takes in memory.
    var memoryBytes: Int { table.memoryBytes }

    /// Applies the receiver's SETTINGS_HEADER_TABLE_SIZE (RFC 9113 §6.5.2).
    ///
    /// The greatest of all values is allowed, because the capture does not show when the sender learns of a
    /// new one.
    mutating func allow(_ capacity: Int) {
        if let allowed = allowedCapacity { allowedCapacity = max(allowed, capacity) }
    }

    /// Notes that blocks are missing: the table's entries and the allowed size are no longer known.
    mutating func forget() {
        table.forget()
        allowedCapacity = nil
    }

    /// Decodes a block, its field lines added to `lines` as far as they are decoded.
    mutating func decode(_ block: RawSpan, into lines: inout DecodedFieldLines) throws(Failure) {
        var position = 0
        var mayResize = true
        while position < block.byteCount {
            let start = position
            let first = block.byte(position)
            if first & 0x80 != 0 {
                let index = try integer(block, &position, prefix: 7)
                lines.append(try entry(index, at: start))
            } else if first & 0xC0 == 0x40 {
                let field = try literal(block, &position, prefix: 6)
                table.insert(field)
                lines.append(field)
            } else if first & 0xE0 == 0x20 {
                let size = try integer(block, &position, prefix: 5)
                guard mayResize, size <= allowedCapacity ?? size else {
                    throw .tableSize(size, at: start)
                }
                table.resize(to: size)
                continue
            } else {
                // A literal without indexing, or never indexed.
                lines.append(try literal(block, &position, prefix: 4))
            }
            mayResize = false
        }
    }

    private func entry(_ index: Int, at offset: Int) throws(Failure) -> HPACKField {
        let fixed = HPACKField.staticTable
        if index >= 1, index <= fixed.count { return fixed[index - 1] }
        guard let entry = table[index - fixed.count] else { throw .index(index, at: offset) }
        return entry
    }

    /// A literal field line (RFC 7541 §6.2).
    private func literal(
        _ block: RawSpan,
        _ position: inout Int,
        prefix: Int
    ) throws(Failure) -> HPACKField {
        let start = position
        let index = try integer(block, &position, prefix: prefix)
        let name = index == 0 ? try string(block, &position) : try entry(index, at: start).name
        return HPACKField(name: name, value: try string(block, &position))
    }

    /// An integer (RFC 7541 §5.1).
    private func integer(_ block: RawSpan, _ position: inout Int, prefix: Int) throws(Failure) -> Int {
        let start = position
        guard position < block.byteCount else { throw .truncated(at: start) }
        let mask = 1 << prefix - 1
        var value = Int(block.byte(position)) & mask
        position += 1
        guard value == mask else { return value }
        var shift = 0
        while true {
            guard position < block.byteCount else { throw .truncated(at: start) }
            let byte = Int(block.byte(position))
            position += 1
            // Five bytes hold every accepted value; padding with further zeros is refused.
            guard shift <= 28 else { throw .integer(at: start) }
            value += (byte & 0x7F) << shift
            guard value <= Self.greatestInteger else { throw .integer(at: start) }
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
    }

    /// A string (RFC 7541 §5.2).
    private func string(_ block: RawSpan, _ position: inout Int) throws(Failure) -> [UInt8] {
        let start = position
        guard position < block.byteCount else { throw .truncated(at: start) }
        let isCoded = block.byte(position) & 0x80 != 0
        let length = try integer(block, &position, prefix: 7)
        guard length <= block.byteCount - position else { throw .truncated(at: start) }
        let range = position..<(position + length)
        position += length
        guard isCoded else { return block.copied(range) }
        guard let text = HuffmanCode.hpack.decode(block.extracting(range)) else {
            throw .huffman(at: start)
        }
        return text
    }
}
