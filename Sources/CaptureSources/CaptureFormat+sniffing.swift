import Bytes

extension CaptureFormat {
    /// The number of first bytes that suffice to recognize a format.
    package static let sniffLength = 4096

    /// Recognizes a format by a capture's first bytes, ``sniffLength`` of them or all there are.
    ///
    /// - Returns: the format, or `nil` where none is recognized.
    package init?(sniffing bytes: [UInt8]) {
        guard let format = Self.binaryFormat(bytes) ?? Self.textFormat(Self.withoutByteOrderMark(bytes))
        else {
            return nil
        }
        self = format
    }

    /// Recognizes a format of packets by its first four bytes.
    init?(packetMagic bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        let magic = bytes.span.bytes.uint32(at: 0)
        if PcapReader.Variant(magic: magic) != nil {
            self = .pcap
        } else if magic == 0x0A0D_0D0A {
            self = .pcapng
        } else {
            return nil
        }
    }

    private static func binaryFormat(_ bytes: [UInt8]) -> CaptureFormat? {
        guard bytes.count >= 4 else { return nil }
        if let format = CaptureFormat(packetMagic: bytes) { return format }
        switch bytes.span.bytes.uint32(at: 0) {
        case 0xACED_0005: return .charles
        case 0x504B_0304: return zipFormat(bytes)
        default: return nil
        }
    }

    /// Distinguishes zip-based formats by the name of the first member (APPNOTE §4.3.7).
    private static func zipFormat(_ bytes: [UInt8]) -> CaptureFormat? {
        guard bytes.count > 30 else { return nil }
        let nameLength = Int(bytes[26]) | Int(bytes[27]) << 8
        let name = bytes.dropFirst(30).prefix(nameLength)
        let sessionArchiveNames: [StaticString] = ["raw/", "raw\\", "_index.htm", "[Content_Types].xml"]
        if sessionArchiveNames.contains(where: { name.startsIgnoringCase(with: $0) }) { return .saz }
        if isHARMember(name) { return .har }
        return name.first?.isDigit == true || name.startsIgnoringCase(with: "meta") ? .charlesZip : nil
    }

    /// Whether a member is a HAR, or a side file that is named by its SHA-1 (Playwright).
    private static func isHARMember(_ name: ArraySlice<UInt8>) -> Bool {
        if name.suffix(4).equalsIgnoringCase(".har") { return true }
        let digest = name.prefix { $0.isDigit || ($0 | 0x20) &- 0x61 < 6 }
        return digest.count == 40 && name.dropFirst(40).first == UInt8(ascii: ".")
    }

    private static func textFormat(_ bytes: ArraySlice<UInt8>) -> CaptureFormat? {
        let text = bytes.drop { $0.isBlank || $0.isLineBreak }
        guard let first = text.first else { return nil }
        if isTraceLine(text) || isTraceDump(text) { return .curlTrace }
        switch first {
        case UInt8(ascii: "{"):
            return contains(text, "\"log\"") ? .har : nil
        case UInt8(ascii: "["):
            return contains(text, "\"status\"") || contains(text, "\"host\"") ? .charlesJSON : nil
        case UInt8(ascii: "<"):
            if contains(text, "<charles-session") { return .charlesXML }
            return contains(text, "<items burpVersion") ? .burpXML : nil
        default: break
        }
        if isNetstring(text) { return .mitmproxy }
        if isBody(text) { return .body }
        return isStartLine(text) ? .http : nil
    }

    /// Whether the text begins with a line of curl's trace, after the optional time of `--trace-time` and ids of
    /// `--trace-ids`, or with the progress meter that curl writes beside `-v`.
    private static func isTraceLine(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "% Total    % Received".utf8) { return true }
        var line = text
        if line.count > 16, line.prefix(2).allSatisfy(\.isDigit), line.dropFirst(2).first == UInt8(ascii: ":")
        {
            line = line.drop { !$0.isBlank }.dropFirst()
        }
        if line.first == UInt8(ascii: "["), let end = line.prefix(48).firstIndex(of: UInt8(ascii: "]")),
            line[..<end].dropFirst().allSatisfy({
                $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "x")
            })
        {
            line = line[(end + 1)...].drop(while: \.isBlank)
        }
        let starts: [String] = ["== Info", "=> Send", "<= Recv", "* "]
        return starts.contains { line.starts(with: $0.utf8) }
    }

    /// Whether the text begins with a line of data of curl's trace: an offset, a colon and a blank, as in an excerpt
    /// without the line that says what the data are.
    private static func isTraceDump(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.prefix { $0.isDigit || $0 &- 0x61 < 6 }
        guard (4...16).contains(digits.count), digits.first == UInt8(ascii: "0") else { return false }
        return text.dropFirst(digits.count).starts(with: ": ".utf8)
    }

    /// Whether the text begins as a tnetstring with a dictionary does: up to 12 digits without a leading zero, a colon,
    /// and the length of its first key.
    private static func isNetstring(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.prefix(while: \.isDigit)
        let rest = text.dropFirst(digits.count)
        return (1...12).contains(digits.count) && (digits.count == 1 || digits.first != UInt8(ascii: "0"))
            && rest.first == UInt8(ascii: ":") && rest.dropFirst().first?.isDigit ?? true
    }

    /// Whether the text is a multipart body: two dashes, a boundary, and a header line of a part.
    ///
    /// Two dashes by themselves are more often the front matter of a page, a comment or a difference.
    private static func isBody(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "--".utf8), text.dropFirst(2).first?.isBoundaryCharacter == true else {
            return false
        }
        let line = text.prefix { !$0.isLineBreak }
        let next = text.dropFirst(line.count).drop(while: \.isLineBreak)
        // Of a file that is being written there may be no more than the first delimiter.
        if next.isEmpty {
            return line.allSatisfy(\.isBoundaryCharacter)
                && line.contains { $0.isDigit || $0.lowercased &- 0x61 < 26 }
        }
        return next.startsIgnoringCase(with: "content-") || contains(text, "content-disposition:")
    }

    /// Whether the first line is a request line or a status line (RFC 9112 §3 and §4).
    private static func isStartLine(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.prefix { !$0.isLineBreak }
        if line.starts(with: "HTTP/".utf8) { return true }
        let method = line.prefix(while: \.isTokenCharacter)
        guard !method.isEmpty, line.dropFirst(method.count).first == UInt8(ascii: " ") else { return false }
        return contains(line, " HTTP/") || (line.count == text.count && line.count == sniffLength)
    }

    private static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    }

    private static func contains(_ text: ArraySlice<UInt8>, _ needle: StaticString) -> Bool {
        text.indices.contains { text[$0...].startsIgnoringCase(with: needle) }
    }
}
