extension Collection<UInt8> {
    /// The index of the first byte that does not begin a well-formed UTF-8 sequence (RFC 3629 §4), `nil` if
    /// all are valid.
    package var firstInvalidUTF8: Index? {
        var index = startIndex
        while index < endIndex {
            let start = index
            let lead = self[index]
            formIndex(after: &index)
            if lead < 0x80 { continue }
            // The range of the first continuation byte excludes overlong forms, surrogates and values above
            // U+10FFFF.
            var allowed: ClosedRange<UInt8> = 0x80...0xBF
            var count = 0
            switch lead {
            case 0xC2...0xDF: count = 1
            case 0xE0: (count, allowed) = (2, 0xA0...0xBF)
            case 0xED: (count, allowed) = (2, 0x80...0x9F)
            case 0xE1...0xEF: count = 2
            case 0xF0: (count, allowed) = (3, 0x90...0xBF)
            case 0xF1...0xF3: count = 3
            case 0xF4: (count, allowed) = (3, 0x80...0x8F)
            default: return start
            }
            for _ in 0..<count {
                guard index < endIndex, allowed.contains(self[index]) else { return start }
                allowed = 0x80...0xBF
                formIndex(after: &index)
            }
        }
        return nil
    }
}
