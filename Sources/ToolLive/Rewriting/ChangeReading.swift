import Bytes
import Exchanges
import Forms
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads what options and lines of files say of changes.
enum ChangeReading {
    /// The least and the greatest number of bytes a second: at less, a head would take minutes.
    private static let rates = 16...1_000_000_000
    private static let longestDelay = 3_600.0

    /// Reads `http://host:port`.
    ///
    /// - Throws: a ``CommandFailure`` that begins with `source`, as all of these do.
    static func server(_ text: String, of source: String) throws -> RequestHandling.Change {
        let parts = URLComponents(string: text)
        let scheme = parts?.scheme?.lowercased() ?? ""
        guard let parts, ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
            ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, parts.user == nil,
            UpstreamAddress(url: text) != nil
        else {
            throw failure(
                source,
                text,
                "must be a scheme, a host and a port, as in http://localhost:3000; the path stays the request's"
            )
        }
        return .server(text.hasSuffix("/") ? String(text.dropLast()) : text)
    }

    /// Reads the path of a file that must be readable now.
    static func file(_ path: String, of source: String) throws -> RequestHandling.Change {
        let name = PrintableText.text(Array(path.utf8), limit: 80)
        var reason: String?
        do throws(MultipartFailure) {
            // It is read for each request, and a pipe can be read once.
            let length = try FileDescriptorSource.length(ofFileAt: path)
            if length == nil { reason = "it is not a regular file" }
        } catch {
            reason = PolicyText.reason(for: path)
        }
        if reason == nil, ShortFile.bytes(at: path, upTo: 1) == nil { reason = PolicyText.reason(for: path) }
        if let reason { throw CommandFailure.unreadable("\(source): '\(name)': \(reason)") }
        return .file(path)
    }

    /// Reads `Name: value`.
    static func setField(_ text: String, of source: String) throws -> RequestHandling.Change {
        guard let colon = text.firstIndex(of: ":") else {
            throw failure(source, text, "must be 'Name: value'")
        }
        let value = text[text.index(after: colon)...].trimmingBlanks
        let isPlain = value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
        guard isPlain else { throw failure(source, text, "has control characters in the value") }
        return .setField(name: try name(text[..<colon], text, of: source), value: value)
    }

    /// Reads the name of a field.
    static func removeField(_ text: String, of source: String) throws -> RequestHandling.Change {
        .removeField(try name(text[...], text, of: source))
    }

    /// Reads seconds, or milliseconds with `ms`.
    static func delay(_ text: String, of source: String) throws -> RequestHandling.Change {
        let isMilliseconds = text.hasSuffix("ms")
        let digits = isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
        guard let number = Double(digits), number > 0,
            case let seconds = isMilliseconds ? number / 1_000 : number, seconds <= longestDelay
        else { throw failure(source, text, "must be a time up to an hour, as in 0.5 or 500ms") }
        return .delay(milliseconds: max(1, Int(seconds * 1_000)))
    }

    /// Reads bytes a second.
    static func throttle(_ text: String, of source: String) throws -> RequestHandling.Change {
        guard let rate = bytes(text), rates.contains(rate) else {
            throw failure(source, text, "must be bytes a second from 16 on, as in 20000, 20k or 1.5M")
        }
        return .throttle(bytesPerSecond: rate)
    }

    /// Reads a number of bytes.
    static func cut(_ text: String, of source: String) throws -> RequestHandling.Change {
        guard let count = bytes(text) else {
            throw failure(source, text, "must be a number of bytes, as in 20000, 20k or 1.5M")
        }
        return .cut(after: count)
    }

    private static func bytes(_ text: String) -> Int? {
        let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9]
        let unit = text.last.flatMap { units[$0] }
        guard let number = Double(unit == nil ? text[...] : text.dropLast()), number >= 0,
            case let count = number * (unit ?? 1), count < 1e15
        else { return nil }
        return Int(count)
    }

    private static func name(_ text: Substring, _ whole: String, of source: String) throws -> String {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isTokenCharacter) else {
            throw failure(source, whole, "is not the name of a field")
        }
        let framing = ["content-length", "transfer-encoding", "connection", "te", "trailer", "upgrade"]
        guard !framing.contains(text.lowercased()) else {
            throw failure(source, whole, "says how the request is framed, and cannot be changed")
        }
        return String(text)
    }

    private static func failure(_ source: String, _ text: String, _ reason: String) -> CommandFailure {
        .usage("\(source): '\(PrintableText.text(Array(text.utf8), limit: 80))': \(reason)")
    }
}
