import Bytes

/// Request lines that depart from the grammar (RFC 9112 §3), as far as their words can be told apart.
extension StartLine {
    /// The methods that a line without a version is recognised by (RFC 9110 §9.3, RFC 5789).
    private static let methods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
    ]
    /// The greatest number of blanks that are read over before a method.
    private static let leadingBlanks = 16

    /// Reads a line whose words are told apart by any blanks, as RFC 9112 §3 lets recipients do: a method, a target that
    /// may hold anything else, and a last word that names HTTP in any case and version.
    ///
    /// Where no word does, the method must be a known one and the target a path or a URL. It is for a place only where
    /// a request begins: content has lines like these.
    ///
    /// - Parameters:
    ///   - line: the line, its LF included.
    ///   - methodBytes: the greatest length of a method.
    /// - Returns: `nil` where the bytes are no request line all the same.
    static func loose(_ line: RawSpan, methodBytes: Int) -> StartLine? {
        let textEnd = line.textEnd(from: 0, feed: line.byteCount - 1)
        let method = line.word(from: line.blanks(from: 0, to: textEnd), to: textEnd)
        guard method.lowerBound <= leadingBlanks, (1...methodBytes).contains(method.count) else { return nil }
        for offset in method where !line.byte(offset).isTokenCharacter { return nil }
        var end = textEnd
        while end > method.upperBound, line.byte(end - 1).separatesWords { end -= 1 }
        let targetStart = line.blanks(from: method.upperBound, to: end)
        guard targetStart < end else { return nil }
        var lastWord = end
        while lastWord > targetStart, !line.byte(lastWord - 1).separatesWords { lastWord -= 1 }
        var target = targetStart..<end
        var version = end..<end
        if lastWord > targetStart, line.namesHTTP(at: lastWord, to: end) {
            var targetEnd = lastWord
            while line.byte(targetEnd - 1).separatesWords { targetEnd -= 1 }
            target = targetStart..<targetEnd
            version = lastWord..<end
            guard line.method(method) != "PRI" else { return nil }
        } else {
            guard methods.contains(line.text(method)), line.isLocation(target),
                lastWord == targetStart || !line.namesProtocol(at: lastWord, to: end)
            else { return nil }
        }
        return StartLine(
            form: .request(method: method, target: target),
            version: version,
            textEnd: textEnd,
            ending: LineEnding(ofLine: line, textEnd: textEnd),
            departure: .whole
        )
    }

    /// Whether bytes without an LF may be the beginning of such a line.
    static func mayBeginLoose(_ bytes: RawSpan, methodBytes: Int) -> Bool {
        let start = bytes.blanks(from: 0, to: bytes.byteCount)
        guard start <= leadingBlanks else { return false }
        for offset in start..<min(bytes.byteCount, start + methodBytes + 1) {
            let byte = bytes.byte(offset)
            if byte.separatesWords { return offset > start }
            guard byte.isTokenCharacter else { return false }
        }
        return bytes.byteCount - start <= methodBytes
    }

    /// What a target holds that none may.
    private static func faults(in line: RawSpan, target: Range<Int>) -> [FramingFault] {
        var faults: [FramingFault] = []
        var offset = target.lowerBound
        while offset < target.upperBound {
            let end: Int
            if line.byte(offset).separatesWords {
                end = line.blanks(from: offset, to: target.upperBound)
                faults.append(FramingFault(kind: .requestLineBlank, range: offset..<end))
            } else {
                end = offset + 1
                if line.byte(offset) < 0x20 || line.byte(offset) == 0x7F {
                    faults.append(FramingFault(kind: .requestLineCharacter, range: offset..<end))
                }
            }
            guard faults.count < 8 else { break }
            offset = end
        }
        return faults
    }

    /// What is wrong with a method and a target as such.
    private static func wordFaults(in line: RawSpan, method: Range<Int>, target: Range<Int>) -> [FramingFault]
    {
        var faults: [FramingFault] = []
        let name = line.text(method)
        if !methods.contains(name), methods.contains(name.uppercased()) {
            faults.append(FramingFault(kind: .requestLineMethod, range: method))
        }
        let allowsOther = ["OPTIONS", "CONNECT"].contains(name.uppercased())
        if !allowsOther, line.byte(target.lowerBound) != 0x2F, !line.hasScheme(target) {
            faults.append(FramingFault(kind: .requestLineTarget, range: target))
        }
        return faults
    }

    /// How a request line departs from its grammar, with ranges in the line, in order.
    ///
    /// - Parameter head: bytes that begin with the line, its ending included.
    /// - Returns: the faults; none where the line is usual.
    func faults(in head: RawSpan) -> [FramingFault] {
        guard departure != .none, case .request(let method, let target) = form else { return [] }
        let line = head.extracting(0..<(textEnd + ending.length))
        var faults = Self.wordFaults(in: line, method: method, target: target)
        guard departure == .whole else { return faults }
        func note(blanks: Range<Int>) { faults.append(FramingFault(kind: .requestLineBlank, range: blanks)) }
        func note(separator: Range<Int>) {
            if separator.count != 1 || line.byte(separator.lowerBound) != 0x20 { note(blanks: separator) }
        }
        if method.lowerBound > 0 { note(blanks: 0..<method.lowerBound) }
        note(separator: method.upperBound..<target.lowerBound)
        faults += Self.faults(in: line, target: target)
        if !version.isEmpty { note(separator: target.upperBound..<version.lowerBound) }
        if !line.hasVersion(at: version.lowerBound) || version.count != 8 {
            faults.append(FramingFault(kind: .requestLineVersion, range: version))
        }
        if version.upperBound < textEnd { note(blanks: version.upperBound..<textEnd) }
        return faults
    }
}

extension UInt8 {
    /// Whether a lenient recipient takes the byte for a blank between words: SP, HTAB, VT, FF or a bare CR (RFC 9112
    /// §3).
    fileprivate var separatesWords: Bool { self == 0x20 || self == 0x09 || (0x0B...0x0D).contains(self) }

    /// Whether the byte may stand in the scheme of a URL (RFC 3986 §3.1).
    fileprivate var isSchemeCharacter: Bool {
        isDigit || (self | 0x20) &- 0x61 < 26 || self == 0x2B || self == 0x2D || self == 0x2E
    }
}

extension RawSpan {
    /// The offset after the blanks that begin at an offset.
    fileprivate func blanks(from start: Int, to end: Int) -> Int {
        var offset = start
        while offset < end, byte(offset).separatesWords { offset += 1 }
        return offset
    }

    /// The bytes from an offset up to the next blank.
    fileprivate func word(from start: Int, to end: Int) -> Range<Int> {
        var offset = start
        while offset < end, !byte(offset).separatesWords { offset += 1 }
        return start..<offset
    }

    /// Whether a word begins with `HTTP/` in any case.
    fileprivate func namesHTTP(at start: Int, to end: Int) -> Bool {
        end - start <= 32 && text(start..<min(start + 5, end)).uppercased() == "HTTP/"
    }

    /// Whether a word is the name and version of a protocol, such as `RTSP/1.0`.
    fileprivate func namesProtocol(at start: Int, to end: Int) -> Bool {
        var offset = start
        while offset < end, byte(offset) | 0x20 >= 0x61, byte(offset) | 0x20 <= 0x7A { offset += 1 }
        return offset > start && offset + 1 < end && byte(offset) == 0x2F && byte(offset + 1).isDigit
    }

    /// Whether a target is a URL of any scheme (RFC 3986 §3.1).
    func hasScheme(_ target: Range<Int>) -> Bool {
        var offset = target.lowerBound
        while offset < target.upperBound, byte(offset).isSchemeCharacter { offset += 1 }
        return offset > target.lowerBound && offset < target.upperBound && byte(offset) == 0x3A
    }

    /// Whether a target is a path or a URL of HTTP.
    fileprivate func isLocation(_ target: Range<Int>) -> Bool {
        byte(target.lowerBound) == 0x2F
            || text(target.lowerBound..<min(target.lowerBound + 7, target.upperBound)).lowercased()
                .hasPrefix("http:/")
            || text(target.lowerBound..<min(target.lowerBound + 8, target.upperBound)).lowercased()
                == "https://"
    }
}
