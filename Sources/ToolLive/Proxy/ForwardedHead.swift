import Bytes
import NIOCore
import Shell

/// The head of a request of HTTP/1 as the proxy passes it on: its bytes, except for the target, a Host that names another
/// server (RFC 9112 §3.2.2), what is for a proxy, and what is to be changed.
struct ForwardedHead {
    /// How the target is written.
    enum Target {
        /// As the client wrote it.
        case unchanged
        /// The path and the query alone, as a server gets them.
        case origin
    }

    /// The request as the client sent it, from its first byte to the last of the blank line.
    private let bytes: [UInt8]
    /// The start line without its line ending.
    private let startLine: Range<Int>
    /// The method in it.
    private let methodRange: Range<Int>
    /// The target in it, and the end of the scheme and the authority that it begins with; `nil` where it has none.
    private let (targetRange, originEnd): (Range<Int>, Int?)
    /// The method.
    let method: String

    /// Takes the bytes of a head.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Blank lines may stand before a request (RFC 9112 §2.2).
        let start = bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.count
        let end = bytes.span.bytes.firstLineFeed(from: start) ?? bytes.count
        startLine = start..<end
        methodRange = Self.word(in: bytes[startLine])
        method = String(decoding: bytes[methodRange], as: UTF8.self)
        targetRange = Self.word(in: bytes[methodRange.upperBound..<end])
        originEnd = Self.originEnd(in: bytes[targetRange])
    }

    /// The next word.
    private static func word(in bytes: ArraySlice<UInt8>) -> Range<Int> {
        let blank = UInt8(ascii: " ")
        let start = bytes.firstIndex { $0 != blank } ?? bytes.endIndex
        return start..<(bytes[start...].firstIndex(of: blank) ?? bytes.endIndex)
    }

    /// Where the path begins of a target in absolute form, or the query (RFC 9112 §3.2.2).
    private static func originEnd(in target: ArraySlice<UInt8>) -> Int? {
        // A path may hold a whole URL.
        guard target.first != UInt8(ascii: "/"), let colon = target.firstIndex(of: UInt8(ascii: ":")),
            target.endIndex - colon >= 3,
            target[colon + 1] == UInt8(ascii: "/"),
            target[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        let end = target[(colon + 3)...].firstIndex {
            $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
        }
        return end ?? target.endIndex
    }

    /// Whether it says that the client speaks HTTP/1.0.
    var isHTTP10: Bool { bytes[startLine].reversed().drop { $0 == 0x0D }.starts(with: "0.1/PTTH".utf8) }
    /// The target, as the client wrote it.
    var target: String { String(decoding: bytes[targetRange], as: UTF8.self) }
    /// The scheme and the authority that the target begins with; `nil` where it has none.
    var origin: ArraySlice<UInt8>? { originEnd.map { bytes[targetRange.lowerBound..<$0] } }
    /// Whether it ends with a blank line (RFC 9112 §2.1).
    var isWhole: Bool {
        // Each line may end with LF alone (RFC 9112 §2.2). Lines that end with CR CR LF are for the server to refuse.
        guard bytes.last == 0x0A else { return false }
        var end = bytes.count - 2
        while end > 0, bytes.count - end <= 3, bytes[end] == 0x0D { end -= 1 }
        return end >= 0 && bytes[end] == 0x0A
    }
    /// The path and the query, as a server gets them.
    var path: String {
        guard let originEnd else { return target }
        let path = String(decoding: bytes[originEnd..<targetRange.upperBound], as: UTF8.self)
        return path.hasPrefix("/") ? path : "/\(path)"
    }

    /// The value of the first field with a name in lower case; `nil` where there is none.
    func value(_ name: String) -> String? {
        for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() where Self.name(of: line) == name {
            let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst()
            return String(decoding: value.trimmingBlanks, as: UTF8.self)
        }
        return nil
    }

    /// Whether Host names the server that the target names; of a target without one it may name any.
    var namesTargetInHost: Bool {
        guard let origin, let colon = origin.firstIndex(of: UInt8(ascii: ":")) else { return true }
        var start = startLine.upperBound + 1
        while start < bytes.count {
            let end = bytes.span.bytes.firstLineFeed(from: start) ?? bytes.count
            if Self.isHost(bytes.span.bytes.extracting(start..<end)) {
                return isSame(value(in: start + 5..<end), colon + 3..<origin.endIndex)
            }
            start = end + 1
        }
        return false
    }

    /// Where the value of a field is in what comes after its colon: without the blanks and line breaks around it.
    private func value(in range: Range<Int>) -> Range<Int> {
        func isLeftOut(_ byte: UInt8) -> Bool { byte.isBlank || byte.isLineBreak }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isLeftOut(bytes[start]) { start += 1 }
        while start < end, isLeftOut(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    /// Whether the bytes in two places are the same, ignoring ASCII case.
    private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard one.count == other.count else { return false }
        let span = bytes.span.bytes
        if span.extracting(one).begins(with: span.extracting(other)) { return true }
        let distance = other.lowerBound - one.lowerBound
        for index in one where bytes[index].lowercased != bytes[index + distance].lowercased { return false }
        return true
    }

    private static func isHost(_ line: RawSpan) -> Bool { line.startsIgnoringCase(with: "host:") }

    /// The bytes that are passed on.
    ///
    /// - Parameters:
    ///   - target: how the target is written.
    ///   - host: what the Host field says, which is added where there is none; `nil` for what it says already.
    ///   - authorization: a field for the next proxy.
    ///   - changes: the fields that are set, and left out.
    ///   - result: gets the head; empty before.
    func forward(
        as target: Target,
        host: String? = nil,
        adding authorization: (name: String, value: String)? = nil,
        _ changes: RequestHandling? = nil,
        into result: inout ByteBuffer
    ) {
        var unset = changes?.setFields ?? []
        // What is passed on as it is is copied at once, up to what is not.
        var copied = startLine.lowerBound
        if case .origin = target, let originEnd {
            result.writeBytes(bytes.span.bytes.extracting(methodRange))
            result.writeInteger(UInt8(ascii: " "))
            copied = originEnd
            if method == "OPTIONS", originEnd == targetRange.upperBound {
                // OPTIONS for the server itself has an asterisk (RFC 9112 §3.2.4).
                result.writeInteger(UInt8(ascii: "*"))
            } else if bytes[originEnd] != UInt8(ascii: "/") || originEnd == targetRange.upperBound {
                result.writeInteger(UInt8(ascii: "/"))
            }
        }
        var isDropped = false
        var missingHost = host
        var start = min(startLine.upperBound + 1, bytes.count)
        while start < bytes.count {
            let end = bytes.span.bytes.firstLineFeed(from: start).map { $0 + 1 } ?? bytes.count
            let line = start..<end
            start = end
            switch bytes[line.lowerBound] {
            case 0x0D, 0x0A:
                guard missingHost != nil || !unset.isEmpty || authorization != nil else { continue }
                result.writeBytes(bytes.span.bytes.extracting(copied..<line.lowerBound))
                copied = line.lowerBound
                if let missingHost { result.writeString("Host: \(missingHost)\r\n") }
                for field in unset { result.writeString(field.line) }
                if let authorization {
                    result.writeString("\(authorization.name): \(authorization.value)\r\n")
                }
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                // A folded line belongs to the field before it.
                guard isDropped else { continue }
                copied = line.upperBound
            default:
                isDropped = false
                if missingHost != nil, Self.isHost(bytes.span.bytes.extracting(line)) { missingHost = nil }
                guard let replacement = replacement(of: line, host: host, changes, &unset) else { continue }
                isDropped = true
                result.writeBytes(bytes.span.bytes.extracting(copied..<line.lowerBound))
                result.writeString(replacement)
                copied = line.upperBound
            }
        }
        result.writeBytes(bytes.span.bytes.extracting(copied..<bytes.count))
    }

    /// What stands in place of a field; empty where it is left out, `nil` where it is passed on.
    private func replacement(
        of line: Range<Int>,
        host: String?,
        _ changes: RequestHandling?,
        _ unset: inout [(name: String, line: String)]
    ) -> String? {
        let bytes = bytes.span.bytes.extracting(line)
        // Most lines begin with the letter of neither field.
        let first = self.bytes[line.lowerBound].lowercased
        guard changes != nil || first == UInt8(ascii: "p") || first == UInt8(ascii: "h") else { return nil }
        if bytes.startsIgnoringCase(with: "proxy-") {
            return standsForConnection(bytes, changes) ? "Connection: keep-alive\r\n" : ""
        }
        if let changes {
            let name = Self.name(of: self.bytes[line])
            if changes.removedFields.contains(name) { return "" }
            if changes.setFields.contains(where: { $0.name == name }) {
                // It stands where the first one of its name stood.
                return unset.firstIndex { $0.name == name }.map { unset.remove(at: $0).line } ?? ""
            }
        }
        if let host, Self.isHost(bytes) { return "Host: \(host)\r\n" }
        return nil
    }

    /// Whether a server would have got Connection in the place of a field.
    ///
    /// Chromium, which writes Connection to every server, writes this field to a proxy. curl, which writes neither to a server,
    /// has capital letters in its value.
    private func standsForConnection(_ line: RawSpan, _ changes: RequestHandling?) -> Bool {
        let written = "Proxy-Connection: keep-alive\r\n".utf8
        guard line.byteCount == written.count, line.begins(with: written.span.bytes) else { return false }
        let isChanged =
            changes.map { changes in
                changes.removedFields.contains("connection")
                    || changes.setFields.contains { $0.name == "connection" }
            } ?? false
        return !isChanged && value("connection") == nil
    }

    private static func name(of line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }
}
