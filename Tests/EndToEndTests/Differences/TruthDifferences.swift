import Foundation
import TestSupport

/// In what two requests differ, as the servers that took them wrote them down: told without a line of the comparison.
///
/// Each difference is a text such as `head, order of fields` or `filename of fileToUpload`.
struct TruthDifferences {
    /// The differences.
    private(set) var all: Set<String> = []
    /// What was not written down of one of them, though its recording may show it.
    private(set) var untold: Set<String> = []

    private let left: TruthTraits
    private let right: TruthTraits

    /// Compares two requests.
    init(_ left: TruthTraits, _ right: TruthTraits) {
        self.left = left
        self.right = right
        compareLines()
        compareHeads()
        compareFraming()
        compareBodies()
        for key in Set(left.keys).union(right.keys) { comparePart(key) }
        // Without contents, several parts of one name cannot be distinguished.
        if !isExact { all = Set(all.map(Self.withoutContents)) }
    }

    /// Whether the contents of both are known.
    var isExact: Bool { left.recorder.showsBody && right.recorder.showsBody }

    /// A difference without what tells parts of one name apart by their contents.
    static func withoutContents(_ difference: String) -> String {
        difference.replacing(/tags [0-9a-f]{6}/, with: "tags")
    }

    private mutating func add(_ text: String, if differs: Bool) {
        if differs { all.insert(text) }
    }

    private static func values(_ name: String, _ fields: [TruthTraits.Field]) -> [String] {
        fields.filter { $0.folded == name }.map(\.value)
    }

    private static func differInOrder(_ left: [TruthTraits.Field], _ right: [TruthTraits.Field]) -> Bool {
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

    private static func isRespelled(_ left: [TruthTraits.Field], _ right: [TruthTraits.Field]) -> Bool {
        let (first, second) = (spellings(left), spellings(right))
        return first.contains { name, spelt in second[name].map { $0 != spelt } ?? false }
    }

    private static func spellings(_ fields: [TruthTraits.Field]) -> [String: Set<String>] {
        fields.reduce(into: [:]) { $0[$1.folded, default: []].insert($1.name) }
    }

    // MARK: The head

    private mutating func compareLines() {
        for (name, value) in left.line {
            if let other = right.line[name] { add("request line, \(name)", if: value != other) }
        }
        for (name, value) in left.boundary {
            if let other = right.boundary[name] { add("boundary, \(name)", if: value != other) }
        }
    }

    private mutating func compareHeads() {
        var unlike: Set<String> = ["content-length", "transfer-encoding"]
        let isMultiplexed = left.isMultiplexed || right.isMultiplexed
        if isMultiplexed {
            unlike.formUnion(["connection", "proxy-connection", "upgrade", "http2-settings"])
        }
        let names = Set((left.fields + right.fields).map(\.folded)).subtracting(unlike)
        for name in names {
            let values = [Self.values(name, left.fields), Self.values(name, right.fields)]
            // Of a head that is cut, a field that is not there may yet have been sent.
            let isKnown = [left, right].enumerated().allSatisfy { $1.hasAllFields || !values[$0].isEmpty }
            add("head, field \(name)", if: isKnown && values[0] != values[1])
        }
        guard left.recorder.showsLines, right.recorder.showsLines else { return }
        // HTTP/2 says :authority, of which the servers made a Host at the beginning.
        let ordered = [left, right].map { side in side.fields.filter { !isMultiplexed || $0.folded != "host" }
        }
        add("head, order of fields", if: Self.differInOrder(ordered[0], ordered[1]))
        if let one = left.pseudoFields, let other = right.pseudoFields {
            add("head, order of pseudo-fields", if: one != other)
        }
        if !isMultiplexed {
            add("head, letters of field names", if: Self.isRespelled(left.fields, right.fields))
        }
    }

    private mutating func compareFraming() {
        if !left.isMultiplexed, !right.isMultiplexed, left.hasAllFields, right.hasAllFields {
            add("framing, end of the body", if: left.isChunked != right.isChunked)
        }
        guard left.isMultiplexed == right.isMultiplexed else { return }
        let name = left.isMultiplexed ? "DATA frames" : "chunks"
        if let one = left.pieces, let other = right.pieces {
            add("framing, \(name)", if: one != other)
        } else {
            untold.insert("framing, \(name)")
        }
    }

    // MARK: The body

    private mutating func compareBodies() {
        if let one = left.edges, let other = right.edges {
            add("body, before the first delimiter", if: one.before != other.before)
            if let first = one.after, let second = other.after {
                add("body, after the close delimiter", if: first != second)
            }
        }
        let shown = [left, right].map { side in side.keys.filter { side.parts[$0] != nil } }
        let order = [shown[0].filter(shown[1].contains), shown[1].filter(shown[0].contains)]
        add("body, order of parts", if: order[0] != order[1])
    }

    private mutating func comparePart(_ key: String) {
        guard let one = left.parts[key], let other = right.parts[key] else {
            let isKnown = [left, right].allSatisfy { $0.parts[key] != nil || $0.hasAllParts }
            add("presence of \(key)", if: isKnown)
            return
        }
        add("order of fields of \(key)", if: Self.differInOrder(one.fields, other.fields))
        add("letters of field names of \(key)", if: Self.isRespelled(one.fields, other.fields))
        let names = Set((one.fields + other.fields).map(\.folded))
        for name in names.subtracting(["content-disposition"]) {
            let values = (Self.values(name, one.fields), Self.values(name, other.fields))
            // All recorded clients that declare a part's length count it right.
            let isLength = name == "content-length"
            let differs = isLength ? values.0.isEmpty != values.1.isEmpty : values.0 != values.1
            add("field \(name) of \(key)", if: differs)
        }
        let isMasked = [left, right].contains { $0.recorder == .asciiTrace }
        for name in ["name", "name*", "filename", "filename*"] {
            let labels = [one, other].map { part in
                part.labels[name].map { isMasked ? Self.masked($0) : $0 }
            }
            add("\(name) of \(key)", if: labels[0] != labels[1])
        }
        guard isExact, let digest = one.digest, let other = other.digest else { return }
        add("bytes of \(key)", if: digest != other)
    }

    /// A text as the trace of curl shows it: a full stop for each byte that is not printable ASCII.
    private static func masked(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
    }
}
