import Bytes

/// A block of a curl trace: bytes sent or received at once, and their lines in the file.
struct TraceBlock {
    /// What the bytes are.
    enum Kind {
        /// The head of a request.
        case sentHead
        /// Content of a request, chunk framing included.
        case sentData
        /// A line of the head of a response.
        case receivedHead
        /// Content of a response.
        case receivedData
        /// TLS records, which are no part of HTTP.
        case secured

        /// The text that announces each kind.
        static let marks: [(String, Kind)] = [
            ("=> Send header, ", .sentHead), ("=> Send data, ", .sentData),
            ("<= Recv header, ", .receivedHead), ("<= Recv data, ", .receivedData),
            ("=> Send SSL data, ", .secured), ("<= Recv SSL data, ", .secured),
        ]
    }

    /// What the bytes are.
    var kind: Kind
    /// The number of bytes.
    var length: Int
    /// The lines of its dump, as a range of the file.
    var lines: Range<Int>
    /// Whether they are in hexadecimal (`--trace`) or text (`--trace-ascii`).
    var isHexadecimal: Bool

    /// Gives the bytes to `body`, piece by piece; in text, the offsets show where line breaks were, and all other
    /// unprintable bytes are dots.
    func forEachPiece(in store: ByteStore, _ body: (RawSpan) -> Void) {
        var cursor = StoreCursor(store, at: lines.lowerBound)
        var output: [UInt8] = []
        var written = 0
        while cursor.position < lines.upperBound, written < length {
            // An excerpt may be indented.
            let line = Array(cursor.line(upTo: lines.upperBound).drop(while: \.isBlank))
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let offset = Int(String(decoding: line[..<colon], as: UTF8.self), radix: 16)
            else { continue }
            if isHexadecimal {
                written += Self.appendHexadecimal(line[(colon + 1)...], to: &output)
            } else {
                // A gap of two bytes between this line and the previous one is a CR LF.
                if offset > written, offset - written <= 2 {
                    output += [0x0D, 0x0A].suffix(offset - written)
                    written = offset
                }
                let text = line[(colon + 1)...].dropFirst()
                output += text
                written += text.count
            }
            if output.count >= 64 * 1024 {
                body(output.span.bytes)
                output.removeAll(keepingCapacity: true)
            }
        }
        if !isHexadecimal, written < length, length - written <= 2 {
            output += [0x0D, 0x0A].suffix(length - written)
        }
        if !output.isEmpty { body(output.span.bytes) }
    }

    /// The bytes, at once; for the short blocks of a response's head.
    func bytes(in store: ByteStore) -> [UInt8] {
        var bytes: [UInt8] = []
        forEachPiece(in: store) { span in span.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// Whether a line of data is in hexadecimal: sixteen columns of two digits.
    static func isHexadecimal(_ line: [UInt8]) -> Bool {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let text = line[(colon + 1)...].dropFirst()
        guard text.count >= 48 else { return false }
        var hasEnded = false
        for (index, byte) in text.prefix(48).enumerated() {
            if index % 3 == 2 {
                guard byte == 0x20 else { return false }
            } else if byte == 0x20 {
                hasEnded = true
            } else {
                guard !hasEnded, byte &- 0x30 < 10 || byte &- 0x61 < 6 else { return false }
            }
        }
        return true
    }

    /// Whether a line is one of data: an offset in hexadecimal digits, a colon and a blank.
    static func isData(_ line: [UInt8]) -> Bool {
        guard let colon = line.prefix(17).firstIndex(of: UInt8(ascii: ":")), colon >= 4 else { return false }
        return line[..<colon].allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
            && (line.count == colon + 1 || line[colon + 1] == 0x20)
    }

    /// The number of bytes that a line of hexadecimal digits has.
    static func byteCount(ofHexadecimal line: [UInt8]) -> Int {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return 0 }
        var bytes: [UInt8] = []
        return appendHexadecimal(line[(colon + 1)...], to: &bytes)
    }

    private static func appendHexadecimal(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) -> Int {
        var rest = line.dropFirst()
        var count = 0
        while count < 16, rest.count >= 3, let high = digit(rest[rest.startIndex]),
            let low = digit(rest[rest.startIndex + 1])
        {
            output.append(high << 4 | low)
            count += 1
            rest = rest.dropFirst(3)
        }
        return count
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
