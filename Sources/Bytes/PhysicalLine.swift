/// One line of bytes, found by its ending.
package struct PhysicalLine: Sendable {
    /// The offset of its first byte.
    package let start: Int
    /// The offset after its last byte of text.
    package let textEnd: Int
    /// What ends it; `.none` where the bytes end first.
    package let ending: LineEnding

    /// The offset after the line ending.
    package var end: Int { textEnd + ending.length }

    /// Finds the line that begins at `start`.
    ///
    /// - Parameters:
    ///   - bytes: where to look.
    ///   - start: the offset of the line's first byte.
    ///   - bareCREndsLines: whether a CR that no LF follows ends the line.
    package init(in bytes: Span<UInt8>, from start: Int, bareCREndsLines: Bool = false) {
        self.start = start
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A {
                let hasCR = index > start && bytes[index - 1] == 0x0D
                let hasTwo = hasCR && index > start + 1 && bytes[index - 2] == 0x0D
                textEnd = index - (hasTwo ? 2 : hasCR ? 1 : 0)
                ending = hasTwo ? .crcrlf : hasCR ? .crlf : .lf
                return
            }
            if bareCREndsLines, byte == 0x0D {
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                let afterNext = index + 2 < bytes.count ? bytes[index + 2] : 0
                if next != 0x0A, !(next == 0x0D && afterNext == 0x0A) {
                    textEnd = index
                    ending = .cr
                    return
                }
            }
            index += 1
        }
        textEnd = bytes.count
        ending = .none
    }
}
