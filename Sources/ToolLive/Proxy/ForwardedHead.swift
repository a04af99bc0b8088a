import Bytes
import Shell

/// The head of a request of HTTP/1 as the proxy passes it on: its bytes, with as little changed as HTTP asks for
/// (RFC 9112 §3.2.2, RFC 9110 §7.6.1).
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
    /// The method.
    let method: String
    /// The target, as the client wrote it.
    let target: String

    /// Takes the bytes of a head.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Blank lines may stand before a request (RFC 9112 §2.2).
        let start = bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.count
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        startLine = start..<end
        let words = bytes[startLine].split(separator: UInt8(ascii: " "), maxSplits: 2)
        method = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        target = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    }

    /// Whether it ends with a blank line (RFC 9112 §2.1).
    var isWhole: Bool { bytes.suffix(4) == [13, 10, 13, 10][...] || bytes.suffix(2) == [10, 10][...] }
    /// The path and the query.
    var path: String { target.hasPrefix("/") ? target : Self.path(of: target) }

    /// The value of the first field with a name in lower case; `nil` where there is none.
    func value(_ name: String) -> String? {
        for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() where Self.name(of: line) == name {
            let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst()
            return String(decoding: value.trimmingBlanks, as: UTF8.self)
        }
        return nil
    }

    /// The path and the query of a target in absolute form (RFC 9112 §3.2.2).
    static func path(of target: String) -> String {
        guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")),
            target.utf8[colon...].starts(with: "://".utf8)
        else { return target }
        let delimiters = Array("/?#".utf8)
        let path = Substring(target.utf8[colon...].dropFirst(3).drop { !delimiters.contains($0) })
        return path.hasPrefix("/") ? String(path) : "/\(path)"
    }

    /// The bytes that are passed on.
    ///
    /// - Parameters:
    ///   - target: how the target is written.
    ///   - host: what the Host field says; `nil` for what it says already.
    ///   - authorization: a field for the next proxy.
    ///   - changes: the fields that are set, and left out.
    /// - Returns: the head.
    func forwarded(
        as target: Target,
        host: String? = nil,
        adding authorization: (name: String, value: String)? = nil,
        _ changes: RequestHandling? = nil
    ) -> [UInt8] {
        var unset = changes?.setFields ?? []
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        appendStartLine(as: target, to: &result)
        var isDropped = false
        var start = min(startLine.upperBound + 1, bytes.count)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
            let line = bytes[start..<end]
            start = end
            switch line[line.startIndex] {
            case 0x0D, 0x0A:
                for field in unset { result += field.line.utf8 }
                if let authorization { result += "\(authorization.name): \(authorization.value)\r\n".utf8 }
                result += line
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                // A folded line belongs to the field before it.
                if !isDropped { result += line }
            default:
                isDropped = true
                if line.startsIgnoringCase(with: "proxy-") { continue }
                if let changes {
                    let name = Self.name(of: line)
                    if changes.removedFields.contains(name) { continue }
                    if changes.setFields.contains(where: { $0.name == name }) {
                        // It stands where the first one of its name stood.
                        guard let index = unset.firstIndex(where: { $0.name == name }) else { continue }
                        result += unset.remove(at: index).line.utf8
                        continue
                    }
                }
                if let host, line.startsIgnoringCase(with: "host:") {
                    result += "Host: \(host)\r\n".utf8
                } else {
                    isDropped = false
                    result += line
                }
            }
        }
        return result
    }

    private func appendStartLine(as form: Target, to result: inout [UInt8]) {
        let line = bytes[startLine.lowerBound..<min(startLine.upperBound + 1, bytes.count)]
        guard case .origin = form, let first = line.firstIndex(of: UInt8(ascii: " ")),
            let start = line[first...].firstIndex(where: { $0 != UInt8(ascii: " ") }),
            case let end = line[start...].firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex,
            let colon = line[start..<end].firstIndex(of: UInt8(ascii: ":")),
            line[colon..<end].starts(with: "://".utf8)
        else {
            result += line
            return
        }
        result += line[..<first]
        result.append(UInt8(ascii: " "))
        let delimiters = Array("/?#".utf8)
        let path = line[(colon + 3)..<end].drop { !delimiters.contains($0) }
        if method == "OPTIONS", path.isEmpty {
            // OPTIONS for the server itself has an asterisk (RFC 9112 §3.2.4).
            result.append(UInt8(ascii: "*"))
        } else {
            if path.first != UInt8(ascii: "/") { result.append(UInt8(ascii: "/")) }
            result += path
        }
        result += line[end...]
    }

    private static func name(of line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }
}
