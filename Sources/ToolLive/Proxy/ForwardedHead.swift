import Foundation
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

    /// Takes the bytes of a head.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether it ends with a blank line (RFC 9112 §2.1).
    var isWhole: Bool { bytes.suffix(4) == [13, 10, 13, 10][...] || bytes.suffix(2) == [10, 10][...] }
    /// The method.
    var method: String { word(0) }
    /// The path and the query.
    var path: String { target.hasPrefix("/") ? target : Self.path(of: target) }
    /// The target, as the client wrote it.
    var target: String { word(1) }

    /// The value of the first field with a name in lower case; `nil` where there is none.
    func value(_ name: String) -> String? {
        for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() where Self.name(of: line) == name {
            let value = line.drop { $0 != UInt8(ascii: ":") }.dropFirst()
            return String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return nil
    }

    /// The path and the query of a target in absolute form (RFC 9112 §3.2.2).
    static func path(of target: String) -> String {
        guard let scheme = target.firstRange(of: "://") else { return target }
        let path = target[scheme.upperBound...].drop { !"/?#".contains($0) }
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
        result.reserveCapacity(bytes.count)
        var isFirst = true
        var isDropped = false
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            let line = bytes[start..<end]
            start = end
            if isFirst {
                // Blank lines may stand before a request (RFC 9112 §2.2).
                if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) { continue }
                isFirst = false
                result += startLine(line, as: target)
                continue
            }
            let isBlank = line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n")
            if isBlank {
                for field in unset { result += Array(field.line.utf8) }
                if let authorization {
                    result += Array("\(authorization.name): \(authorization.value)\r\n".utf8)
                }
                result += line
                continue
            }
            // A folded line belongs to the field before it; fields of proxies' own end here.
            let isFolded = line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t")
            if isFolded {
                if !isDropped { result += line }
                continue
            }
            let name = Self.name(of: line)
            isDropped = name.hasPrefix("proxy-") || changes?.removedFields.contains(name) ?? false
            if isDropped { continue }
            if changes?.setFields.contains(where: { $0.name == name }) ?? false {
                // It stands where the first one of its name stood.
                isDropped = true
                guard let index = unset.firstIndex(where: { $0.name == name }) else { continue }
                result += Array(unset.remove(at: index).line.utf8)
            } else if let host, name == "host" {
                isDropped = true
                result += Array("Host: \(host)\r\n".utf8)
            } else {
                result += line
            }
        }
        return result
    }

    private func word(_ index: Int) -> String {
        let line = bytes.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
            .prefix { $0 != UInt8(ascii: "\n") }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
        return index < words.count ? String(decoding: words[index], as: UTF8.self) : ""
    }

    private func startLine(_ line: ArraySlice<UInt8>, as target: Target) -> [UInt8] {
        let written = self.target
        guard case .origin = target, written.contains("://") else { return Array(line) }
        // OPTIONS for the server itself has an asterisk (RFC 9112 §3.2.4).
        let isForServer =
            method == "OPTIONS" && written.split(separator: "/").count == 2 && !written.hasSuffix("/")
        let path = isForServer ? "*" : Self.path(of: written)
        guard let first = line.firstIndex(of: UInt8(ascii: " ")) else { return Array(line) }
        let rest = line[first...].drop { $0 == UInt8(ascii: " ") }.drop { $0 != UInt8(ascii: " ") }
        return Array(line[..<first]) + [UInt8(ascii: " ")] + Array(path.utf8) + Array(rest)
    }

    private static func name(of line: ArraySlice<UInt8>) -> String {
        String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
    }
}
