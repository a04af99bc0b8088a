import Bytes

/// Measures text in terminal columns: wide characters take two, combining ones none.
extension String {
    /// The width of the text in columns; colour escape sequences count as none.
    package var columns: Int {
        // Most text is plain ASCII.
        var text = self
        if text.withUTF8({ $0.span.bytes.isUncolouredASCII }) { return utf8.count }
        guard utf8.contains(0x1B) else { return unicodeScalars.reduce(0) { $0 + $1.columns } }
        var count = 0
        var isColor = false
        for scalar in unicodeScalars {
            if scalar == "\u{1B}" { isColor = true }
            if !isColor { count += scalar.columns }
            if scalar == "m" { isColor = false }
        }
        return count
    }

    /// The text padded with blanks at its end, or its beginning, to a number of columns.
    package func padded(to count: Int, right: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(count - columns, 0))
        return right ? blanks + self : self + blanks
    }

    /// The text cut to a number of columns, with an ellipsis in place of the rest.
    package func cut(to count: Int) -> String {
        guard columns > count else { return self }
        guard count > 1 else { return count == 1 ? "…" : "" }
        var result = ""
        var used = 1
        for character in self {
            let next = String(character).columns
            if used + next > count { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    /// The text cut to a number of columns, with an ellipsis in place of its middle.
    package func elided(to count: Int) -> String {
        guard columns > count else { return self }
        guard count > 2 else { return cut(to: count) }
        var tail: [Character] = []
        var used = 0
        for character in reversed() {
            let next = String(character).columns
            if used + next > (count - 1) / 2 { break }
            tail.append(character)
            used += next
        }
        return cut(to: count - used) + String(tail.reversed())
    }

    /// The text in lines of at most a number of columns, broken at blanks where possible.
    package func lines(of count: Int) -> [String] {
        let limit = max(count, 8)
        var lines: [String] = []
        for word in split(separator: " ") {
            for piece in String(word).rows(ofColumns: limit) {
                guard let last = lines.last, last.columns + 1 + piece.columns <= limit else {
                    lines.append(piece)
                    continue
                }
                lines[lines.count - 1] = last + " " + piece
            }
        }
        return lines.isEmpty ? [""] : lines
    }

    /// The text in lines of at most a number of columns, broken at blanks alone, so that a path or a URL stays whole; the
    /// second line and those after it are indented by two columns more than the first.
    package func wrapped(to count: Int) -> [String] {
        guard columns > count else { return [self] }
        let indent = String(prefix { $0 == " " })
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.columns + 1 + String(word).columns <= count {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(indent + (lines.isEmpty ? "" : "  ") + word)
            }
        }
        return lines.isEmpty ? [self] : lines
    }

    /// The text in rows of at most a number of columns, broken anywhere.
    package func rows(ofColumns count: Int) -> [String] {
        guard columns > count else { return [self] }
        var rows = [""]
        var used = 0
        for character in self {
            let next = String(character).columns
            if used + next > count {
                rows.append("")
                used = 0
            }
            rows[rows.count - 1].append(character)
            used += next
        }
        return rows
    }
}

extension RawSpan {
    /// Whether all bytes are ASCII, and none begins an escape sequence: looked at eight at a time.
    fileprivate var isUncolouredASCII: Bool {
        var found: UInt64 = 0
        var place = 0
        while place < byteCount {
            let octet = ByteOctet(in: self, at: place)
            found |= octet.beyondASCII | octet.equal(to: 0x1B)
            place &+= ByteOctet.count
        }
        return found == 0
    }
}

extension Unicode.Scalar {
    /// The width of the scalar in columns: 0, 1 or 2 (UAX #11).
    package var columns: Int {
        if value < 0x300 { return 1 }
        // Medial vowels and final consonants combine with the preceding syllable.
        if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide ? 2 : 1
        }
    }

    /// Whether the scalar is wide or fullwidth by UAX #11, for the blocks with nearly all such characters.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0, 0x23F3,
            0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB,
            0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA,
            0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757,
            0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E,
            0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A,
            0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
            0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4, 0x1F3F8...0x1F43E,
            0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
            0x1F57A, 0x1F595...0x1F596, 0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC,
            0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC,
            0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
            0x1F947...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
