import Bytes

/// The first line of a message, recognised by its form alone (RFC 9112 §2.1, §3, §4).
///
/// Ranges are offsets in the line. A target may hold spaces and bytes above 0x7F, which the grammar does not
/// allow: such requests are sent, and servers read them. What departs further from the grammar is read by
/// ``loose(_:methodBytes:)``.
struct StartLine {
    /// Which of the two start lines it is.
    enum Form {
        /// `method SP request-target SP HTTP/1.x`
        case request(method: Range<Int>, target: Range<Int>)
        /// `HTTP/1.x SP status-code [SP reason-phrase]`
        case status(Int, reason: Range<Int>)
    }

    /// How far a request line departs from its grammar.
    enum Departure {
        /// It does not.
        case none
        /// Its method or its target may be a wrong one.
        case words
        /// It was read by ``loose(_:methodBytes:)``.
        case whole
    }

    /// Which of the two start lines it is, with the ranges of its pieces.
    let form: Form
    /// The protocol version, `HTTP/1.` and a digit; in a line that departs from the grammar any other, or none.
    let version: Range<Int>
    /// The offset after the text of the line.
    let textEnd: Int
    /// What ends the line.
    let ending: LineEnding
    /// How far it departs from the grammar: what is wrong with it is told by ``faults(in:)``.
    var departure = Departure.none

    /// Reads a request line.
    ///
    /// - Parameters:
    ///   - line: the line, its LF included.
    ///   - methodBytes: the greatest length of a method.
    /// - Returns: `nil` where the bytes are not a request line.
    static func request(_ line: RawSpan, methodBytes: Int) -> StartLine? {
        let textEnd = line.textEnd(from: 0, feed: line.byteCount - 1)
        // The version is checked first: hardly any other line ends in one.
        let versionStart = textEnd - 8
        guard versionStart >= 4, line.byte(versionStart - 1) == 0x20, line.hasVersion(at: versionStart),
            let methodEnd = line.methodEnd(limit: methodBytes), methodEnd + 1 < versionStart - 1
        else { return nil }
        let target = (methodEnd + 1)..<(versionStart - 1)
        if !line.isGraphic(in: target) {
            var hasSpace = false
            for offset in target {
                let byte = line.byte(offset)
                if byte.isControl { return nil }
                if byte == 0x20 { hasSpace = true }
            }
            if hasSpace { return loose(line, methodBytes: methodBytes) }
        }
        let isUsual =
            line.byte(0) < 0x61 && line.byte(methodEnd - 1) < 0x61
            && (line.byte(target.lowerBound) == 0x2F || line.hasScheme(target))
        return StartLine(
            form: .request(method: 0..<methodEnd, target: target),
            version: versionStart..<textEnd,
            textEnd: textEnd,
            ending: LineEnding(ofLine: line, textEnd: textEnd),
            departure: isUsual ? .none : .words
        )
    }

    /// Reads a status line; `nil` where the bytes are not one.
    ///
    /// The space after the status code may be missing.
    static func status(_ line: RawSpan) -> StartLine? {
        let textEnd = line.textEnd(from: 0, feed: line.byteCount - 1)
        guard textEnd >= 12, line.hasVersion(at: 0), line.byte(8) == 0x20 else { return nil }
        var code = 0
        for offset in 9..<12 {
            guard line.byte(offset).isDigit else { return nil }
            code = code * 10 + Int(line.byte(offset) - 0x30)
        }
        guard code >= 100, textEnd == 12 || line.byte(12) == 0x20 else { return nil }
        return StartLine(
            form: .status(code, reason: min(13, textEnd)..<textEnd),
            version: 0..<8,
            textEnd: textEnd,
            ending: LineEnding(ofLine: line, textEnd: textEnd)
        )
    }

    /// Whether bytes without an LF may be the beginning of a request line.
    static func mayBeginRequest(_ bytes: RawSpan, methodBytes: Int) -> Bool {
        for offset in 0..<min(bytes.byteCount, methodBytes + 1) {
            let byte = bytes.byte(offset)
            if byte == 0x20 { return offset > 0 }
            guard byte.isTokenCharacter else { return false }
        }
        return bytes.byteCount <= methodBytes
    }

    /// Whether bytes without an LF may be the beginning of a status line.
    static func mayBeginStatus(_ bytes: RawSpan) -> Bool {
        let form: StaticString = "HTTP/1.0 000"
        for offset in 0..<min(bytes.byteCount, form.utf8CodeUnitCount) {
            let byte = bytes.byte(offset)
            let expected = form.withUTF8Buffer { $0[offset] }
            guard expected == 0x30 ? byte.isDigit : byte == expected else { return false }
        }
        return true
    }

    /// Whether an incomplete line looks like the beginning of a request: capitals, as all methods in use
    /// have.
    ///
    /// It only decides what the last bytes of a stream are reported as: `POST /up` is taken for a request,
    /// while `--boundary--`, a token too, is not.
    static func looksLikeRequest(_ bytes: RawSpan) -> Bool {
        for offset in 0..<bytes.byteCount {
            let byte = bytes.byte(offset)
            if byte == 0x20 { return offset > 0 }
            guard byte &- 0x41 < 26 || (offset > 0 && byte == 0x2D) else { return false }
        }
        return bytes.byteCount > 0
    }

    /// Whether the line is the first one of the HTTP/2 connection preface (RFC 9113 §3.4).
    static func isHTTP2Preface(_ line: RawSpan) -> Bool {
        let preface: StaticString = "PRI * HTTP/2.0\r\n"
        guard line.byteCount == preface.utf8CodeUnitCount else { return false }
        for offset in 0..<line.byteCount where preface.withUTF8Buffer({ $0[offset] }) != line.byte(offset) {
            return false
        }
        return true
    }
}

extension RawSpan {
    /// Whether `HTTP/1.` and a digit are at an offset.
    func hasVersion(at offset: Int) -> Bool {
        guard offset >= 0, offset + 8 <= byteCount else { return false }
        let word = UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
        return word & 0x00FF_FFFF_FFFF_FFFF == 0x002E_312F_5054_5448 && byte(offset + 7).isDigit
    }

    /// The offset of the space after a method of at most `limit` bytes.
    fileprivate func methodEnd(limit: Int) -> Int? {
        for offset in 0..<min(byteCount, limit + 1) where !knownByte(offset).isTokenCharacter {
            return offset > 0 && knownByte(offset) == 0x20 ? offset : nil
        }
        return nil
    }
}

extension LineEnding {
    /// The ending of a line whose last byte is an LF, by the number of CR before it.
    init(ofLine line: RawSpan, textEnd: Int) {
        switch line.byteCount - textEnd {
        case 1: self = .lf
        case 2: self = .crlf
        default: self = .crcrlf
        }
    }
}
