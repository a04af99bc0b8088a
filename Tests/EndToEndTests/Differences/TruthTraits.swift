import Foundation
import TestSupport

/// What a request was like, as the server that took it wrote it down and its recording can show it: told without a
/// line of the comparison.
struct TruthTraits {
    /// A field line taken apart; the boundary's text is left out of the value.
    struct Field {
        var name: String
        var value: String
        var folded: String { name.lowercased() }

        /// `nil` for a line without a colon.
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

    /// One part.
    struct Part {
        /// Its field lines.
        var fields: [Field]
        /// The parameters of Content-Disposition to the quotes that their writer meant to close them.
        var labels: [String: String]
        /// The digest of its content; `nil` where the recording does not show all of that.
        var digest: String?
    }

    /// What of the request the recording shows.
    let recorder: Recorder
    /// Whether it came over HTTP/2.
    let isMultiplexed: Bool
    /// Method, target and version, and how the target was written where that is known.
    let line: [String: String]
    /// The field lines.
    let fields: [Field]
    /// Whether the recording has all of them.
    let hasAllFields: Bool
    /// The length of the boundary, its dashes, and how it was quoted.
    let boundary: [String: String]
    /// Whether it was sent in chunks.
    let isChunked: Bool
    /// The sizes of chunks or DATA frames; `nil` where they were not written down, or the recording has none.
    let pieces: [String]?
    /// The order of pseudo-fields; `nil` where it is not known.
    let pseudoFields: String?
    /// What stood before the first delimiter and after the last; `nil` where the recording does not show them.
    let edges: (before: Int, after: String?)?
    /// What tells the parts apart, whatever way of escaping was used, in order.
    let keys: [String]
    /// The parts that the recording shows.
    let parts: [String: Part]
    /// Whether it shows all of them.
    let hasAllParts: Bool

    /// Takes a request of a recording.
    init(_ request: TruthRequest, of truth: Truth, in file: CaptureFile) {
        let recorder = Recorder(file, truth, request)
        self.recorder = recorder
        let words = request.requestLine.split(separator: " ").map(String.init)
        isMultiplexed = words[2] == "HTTP/2"
        let extent = RecordedExtent(file, truth, request)
        line = extent.line(words, recorder)
        (fields, hasAllFields) = extent.fields(request)
        isChunked = fields.contains { $0.folded == "transfer-encoding" }
        boundary = Self.traits(ofBoundary: hasAllFields ? request.boundary : nil, request.contentType)
        let client = ClientFrames.of(request)
        if isMultiplexed {
            pieces = recorder.showsLines ? client.map { [$0.frames] } : nil
            pseudoFields = recorder.showsLines ? client?.pseudoFields : nil
        } else {
            pieces = recorder.showsLines ? request.chunkSizes.map { $0.map(String.init) } : nil
            pseudoFields = nil
        }
        keys = Self.keys(request)
        let count = recorder.showsParts ? extent.shownParts ?? keys.count : 0
        hasAllParts = recorder.showsParts && extent.shownParts == nil && hasAllFields && extent.gap == nil
        parts = Dictionary(
            zip(keys, request.parts ?? []).prefix(hasAllFields ? count : 0).map {
                ($0, Part($1, gap: extent.gap))
            },
            uniquingKeysWith: { first, _ in first }
        )
        edges =
            recorder.showsBody && hasAllFields
            ? (Self.leadingBytes(request), extent.shownParts == nil ? request.epilogue ?? "" : nil) : nil
    }

    /// What tells the parts of one request apart, whatever way of escaping was used.
    private static func keys(_ request: TruthRequest) -> [String] {
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

    private static func traits(ofBoundary boundary: String?, _ type: String?) -> [String: String] {
        guard let boundary else { return [:] }
        return [
            "length": "\(boundary.count)", "leading dashes": "\(boundary.prefix { $0 == "-" }.count)",
            "quoting": type?.contains("boundary=\"") ?? false ? "quoted" : "bare",
        ]
    }

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
}

extension TruthTraits.Part {
    fileprivate init(_ part: TruthPart, gap: Int?) {
        fields = part.headers.compactMap { TruthTraits.Field($0) }
        digest = part.size > gap ?? .max ? nil : part.sha256
        labels = [:]
        let lines = part.headers.joined(separator: "\n")
        for name in ["name", "filename"] {
            labels[name] = Self.label(name, in: lines)
            if let start = lines.range(of: "; \(name)*=") {
                labels[name + "*"] = String(lines[start.upperBound...].prefix { $0 != "\n" && $0 != ";" })
            }
        }
    }

    /// The text of a parameter to the quote that its writer meant to close it.
    private static func label(_ name: String, in lines: String) -> String? {
        guard let start = lines.range(of: "; \(name)=\"") else { return nil }
        let rest = lines[start.upperBound...]
        let ends = ["\"; filename", "\"\nContent", "\"\n"].compactMap { rest.range(of: $0)?.lowerBound }
        let end = ends.min() ?? rest.lastIndex(of: "\"")
        return end.map { String(rest[..<$0]) }
    }
}
