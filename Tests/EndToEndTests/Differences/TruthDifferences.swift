import Foundation
import TestSupport

/// In what two requests differ, as the servers that took them wrote them down: told without a line of the comparison.
///
/// Each difference is a text such as `head, order of fields` or `filename of fileToUpload`.
struct TruthDifferences {
    /// The differences.
    private(set) var all: Set<String> = []

    /// Compares two requests.
    init(_ left: TruthRequest, _ right: TruthRequest) {
        compareHeads(left, right)
        compareBodies(left, right)
        compareParts(left, right)
    }

    /// What tells the parts of one request apart, whatever way of escaping was used.
    static func keys(_ request: TruthRequest) -> [String] {
        var counts: [String: Int] = [:]
        return (request.parts ?? []).map { part in
            let extended = part.headers.joined(separator: "\n").firstMatch(of: /[; ]name\*=([^;\s]*)/)?.1
            var name = part.name ?? extended.map(String.init) ?? ""
            let small = name.lowercased()
            if small.hasPrefix("we") || small.hasPrefix("utf-8''we") { name = "we\"ird näme" }
            // PHP writes `tags[5]`; a dictionary keeps only the last of them.
            if name.hasPrefix("tags") { name = "tags \(part.sha256.prefix(6))" }
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name) again"
        }
    }

    private mutating func add(_ text: String, if differs: Bool) {
        if differs { all.insert(text) }
    }

    // MARK: The head

    /// A field line taken apart.
    private struct Field {
        var name: String
        var value: String
        var folded: String { name.lowercased() }

        /// `nil` for a line without a colon.
        ///
        /// The boundary's text is left out of the value.
        init?(_ line: String) {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            name = String(line[..<colon])
            let rest = line[line.index(after: colon)...].drop { $0 == " " }
            guard let start = rest.range(of: "boundary=") else {
                value = String(rest)
                return
            }
            let end = rest[start.upperBound...].firstIndex(of: ";") ?? rest.endIndex
            value = "\(rest[..<start.upperBound])…\(rest[end...])"
        }
    }

    private static func values(_ name: String, _ fields: [Field]) -> [String] {
        fields.filter { $0.folded == name }.map(\.value)
    }

    private static func differInOrder(_ left: [Field], _ right: [Field]) -> Bool {
        let names = (left.map(\.folded), right.map(\.folded))
        let first: [String] = order(names.0, names.1)
        let second: [String] = order(names.1, names.0)
        return first != second
    }

    /// The names, each once, without those that are not in the other list.
    private static func order(_ names: [String], _ other: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { other.contains($0) && seen.insert($0).inserted }
    }

    private static func isRespelled(_ left: [String], _ right: [String]) -> Bool {
        let (first, second) = (spellings(left), spellings(right))
        return first.contains { name, spelt in second[name].map { $0 != spelt } ?? false }
    }

    private static func spellings(_ names: [String]) -> [String: Set<String>] {
        names.reduce(into: [:]) { $0[$1.lowercased(), default: []].insert($1) }
    }

    private mutating func compareHeads(_ left: TruthRequest, _ right: TruthRequest) {
        let first = left.requestHeaders.compactMap { Field($0) }
        let second = right.requestHeaders.compactMap { Field($0) }
        add("head, order of fields", if: Self.differInOrder(first, second))
        add("head, letters of field names", if: Self.isRespelled(first.map(\.name), second.map(\.name)))
        let names = Set((first + second).map(\.folded))
        for name in names.subtracting(["content-length", "transfer-encoding"]) {
            add("head, field \(name)", if: Self.values(name, first) != Self.values(name, second))
        }
        let chunked = [first, second].map { $0.contains { $0.folded == "transfer-encoding" } }
        add("framing, end of the body", if: chunked[0] != chunked[1])
        if let first = left.chunkSizes, let second = right.chunkSizes {
            add("framing, chunks", if: first != second)
        }
        let lines = [left, right].map { $0.requestLine.split(separator: " ") }
        for (place, name) in ["method", "target", "version"].enumerated() {
            add("request line, \(name)", if: lines[0][place] != lines[1][place])
        }
        guard let one = left.boundary, let other = right.boundary else { return }
        add("boundary, length", if: one.count != other.count)
        let dashes = [one, other].map { $0.prefix { $0 == "-" }.count }
        add("boundary, leading dashes", if: dashes[0] != dashes[1])
        let quoted = [left, right].map { $0.contentType?.contains("boundary=\"") ?? false }
        add("boundary, quoting", if: quoted[0] != quoted[1])
    }

    // MARK: The body

    /// What is left of the body's length when all that has a known length is taken off: what the first delimiter
    /// stands after.
    private static func leadingBytes(_ request: TruthRequest) -> Int {
        let delimiter = 2 + (request.boundary?.utf8.count ?? 0)
        var rest: Int = request.bodyLength - delimiter - 2 - (request.epilogue?.utf8.count ?? 0)
        for part in request.parts ?? [] {
            for line in part.headers { rest -= Truth.bytes(of: line).count + 2 }
            // The delimiter's line, the blank line, and the line break before the next delimiter.
            rest -= delimiter + 2 + 2 + part.size + 2
        }
        return rest
    }

    private mutating func compareBodies(_ left: TruthRequest, _ right: TruthRequest) {
        add("body, after the close delimiter", if: left.epilogue != right.epilogue)
        add("body, before the first delimiter", if: Self.leadingBytes(left) != Self.leadingBytes(right))
        let keys = [left, right].map(Self.keys)
        let order = [keys[0].filter(keys[1].contains), keys[1].filter(keys[0].contains)]
        add("body, order of parts", if: order[0] != order[1])
    }

    /// The text of a parameter to the quote that its writer meant to close it.
    private static func label(_ name: String, of part: TruthPart) -> String? {
        let lines = part.headers.joined(separator: "\n")
        guard let start = lines.range(of: "; \(name)=\"") else { return nil }
        let rest = lines[start.upperBound...]
        let ends = ["\"; filename", "\"\nContent", "\"\n"].compactMap { rest.range(of: $0)?.lowerBound }
        let end = ends.min() ?? rest.lastIndex(of: "\"")
        return end.map { String(rest[..<$0]) }
    }

    /// The extended parameter as it was sent.
    private static func extended(_ name: String, of part: TruthPart) -> String? {
        let lines = part.headers.joined(separator: "\n")
        guard let start = lines.range(of: "; \(name)*=") else { return nil }
        return String(lines[start.upperBound...].prefix { $0 != "\n" && $0 != ";" })
    }

    private mutating func compareParts(_ left: TruthRequest, _ right: TruthRequest) {
        let parts = [left, right].map { request in
            Dictionary(zip(Self.keys(request), request.parts ?? []), uniquingKeysWith: { first, _ in first })
        }
        for key in Set(parts[0].keys).union(parts[1].keys) {
            guard let one = parts[0][key], let other = parts[1][key] else {
                all.insert("presence of \(key)")
                continue
            }
            let first = one.headers.compactMap { Field($0) }
            let second = other.headers.compactMap { Field($0) }
            add("order of fields of \(key)", if: Self.differInOrder(first, second))
            add(
                "letters of field names of \(key)",
                if: Self.isRespelled(first.map(\.name), second.map(\.name))
            )
            let names = Set((first + second).map(\.folded))
            for name in names.subtracting(["content-disposition"]) {
                let values = (Self.values(name, first), Self.values(name, second))
                // All recorded clients that declare a part's length count it right.
                let isLength = name == "content-length"
                let differs = isLength ? values.0.isEmpty != values.1.isEmpty : values.0 != values.1
                add("field \(name) of \(key)", if: differs)
            }
            for name in ["name", "filename"] {
                add("\(name) of \(key)", if: Self.label(name, of: one) != Self.label(name, of: other))
                add("\(name)* of \(key)", if: Self.extended(name, of: one) != Self.extended(name, of: other))
            }
            add("bytes of \(key)", if: one.sha256 != other.sha256)
        }
    }
}
