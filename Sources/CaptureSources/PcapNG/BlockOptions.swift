import Bytes

/// The options at the end of a pcapng block, one after another (draft-ietf-opsawg-pcapng §3.5).
struct BlockOptions {
    private let isBigEndian: Bool
    private var position: Int

    /// Begins at an offset in the body of a block.
    init(at position: Int, bigEndian: Bool) {
        self.position = position
        isBigEndian = bigEndian
    }

    /// The next option of a body: its code, and where its value stands; `nil` after the last, or where one is cut off.
    mutating func next(in body: RawSpan) -> (code: UInt16, value: Range<Int>)? {
        guard body.byteCount - position >= 4 else { return nil }
        let code = body.uint16(at: position, bigEndian: isBigEndian)
        let length = Int(body.uint16(at: position + 2, bigEndian: isBigEndian))
        let start = position + 4
        guard code != 0, length <= body.byteCount - start else { return nil }
        position = start + (length + 3) & ~3
        return (code, start..<(start + length))
    }
}
