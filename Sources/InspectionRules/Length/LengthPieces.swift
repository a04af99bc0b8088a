import Bytes
import Forms
import Inspection

/// What a Content-Length may count of a form: its pieces, with text and files separate.
///
/// Of a small body all bytes are at hand. Of a large one only the sizes of files are known; its last bytes
/// and those after the framed ones show where the last file ended.
struct LengthPieces {
    /// The content of a part.
    struct Content {
        /// The part, in words.
        var words: String
        /// The number of bytes.
        var count: Int
        /// Whether it is a file.
        var isFile: Bool
    }

    /// The number of bytes of the body as it was sent.
    let total: Int
    /// The whole body, `nil` where files in it were not kept.
    let whole: ArraySlice<UInt8>?
    /// The contents of the parts, in order.
    private(set) var contents: [Content] = []
    /// The text before, between and after the files, in order.
    private(set) var texts: [[UInt8]] = [[]]
    /// The number of delimiters, the close delimiter included.
    private(set) var delimiters = 0
    /// Bytes of delimiters without line ends.
    private(set) var delimiterBytes = 0
    /// Bytes of the line ends before delimiters.
    private(set) var leadBytes = 0
    /// Bytes of the line ends after delimiters.
    private(set) var delimiterEndBytes = 0
    /// Bytes of the parts' header lines, their line ends and blank lines included.
    private(set) var headerBytes = 0
    /// The line ends between the contents.
    private(set) var lineEnds = 0
    /// For each way of leaving out the close delimiter: how many bytes are left out, and how many CRLF among
    /// them.
    private(set) var closings: [(bytes: Int, lineEnds: Int)] = []

    /// Divides a form that was read to the end of the framed bytes.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - excess: the bytes after the framed ones, all of them.
    init?(_ form: Form, excess: [UInt8]) {
        guard form.gaps.isEmpty, let boundary = form.boundary else { return nil }
        total = form.length + excess.count
        if let kept = form.kept.whole(length: form.length) {
            let bytes = kept.prefix(form.length) + excess
            var limits = FormLimits()
            limits.wholeBody = bytes.count + 1
            var reader = FormReader(declared: [boundary], limits: limits)
            reader.push(bytes.span.bytes)
            let read = reader.finish()
            whole = bytes
            for node in read.nodes {
                guard let text = read.kept[node.range] else { return nil }
                add(node, text, in: read)
            }
            addClosings(read.delimiterText, end: bytes.suffix(read.delimiterText.count + 8))
            return
        }
        whole = nil
        let tail = Tail(form, excess: excess)
        for node in form.nodes where node.kind != .cutDelimiter {
            if node.part == form.parts.last?.number, node.kind == .content, let tail {
                add(node, nil, in: form, count: tail.contentEnd - node.range.lowerBound)
                continue
            }
            if let part = node.part, node.kind == .content, form.parts[part - 1].isFile {
                add(node, nil, in: form)
            } else {
                guard let text = Self.text(of: node, in: form) else { return nil }
                add(node, text, in: form)
            }
        }
        guard let tail else {
            guard form.ending == .closed, excess.isEmpty else { return nil }
            let end = form.kept.window(at: form.length, before: form.delimiterText.count + 8, after: 0).bytes
            addClosings(form.delimiterText, end: end)
            return
        }
        let lead = tail.rest.starts(with: [0x0D, 0x0A]) ? 2 : 0
        leadBytes += lead
        lineEnds += tail.rest.count { $0 == 0x0A }
        delimiters += 1
        delimiterBytes += form.delimiterText.count + 2
        delimiterEndBytes += tail.rest.count - lead - form.delimiterText.count - 2
        texts[texts.count - 1] += tail.rest
        addClosings(form.delimiterText, end: tail.rest)
    }

    /// The text between the files, joined.
    var text: [UInt8] { Array(texts.joined()) }

    /// The number of bytes of files.
    var fileBytes: Int { contents.lazy.filter(\.isFile).map(\.count).reduce(0, +) }

    private static func text(of node: FormNode, in form: Form) -> ArraySlice<UInt8>? {
        guard let number = node.part else { return form.kept[node.range] }
        let part = form.parts[number - 1]
        switch node.kind {
        case .header: return part.header[node.range]
        case .content: return part.facts.opening.count == node.range.count ? part.facts.opening : nil
        case .blankLine:
            return form.kept[node.range] ?? (part.blankLine == .crlf ? [0x0D, 0x0A] : nil)
        default: return form.kept[node.range]
        }
    }

    private mutating func add(_ node: FormNode, _ text: ArraySlice<UInt8>?, in form: Form, count: Int? = nil)
    {
        if node.kind == .content, let number = node.part {
            let part = form.parts[number - 1]
            let size = count ?? node.range.count
            contents.append(Content(words: part.words, count: size, isFile: part.isFile))
            if part.isFile {
                texts.append([])
                return
            }
        }
        guard let text else { return }
        texts[texts.count - 1] += text
        guard node.kind != .content else { return }
        lineEnds += text.count { $0 == 0x0A }
        switch node.kind {
        case .lead: leadBytes += text.count
        case .delimiter, .close:
            delimiters += 1
            delimiterBytes += text.count
        case .delimiterEnd, .closeEnd, .epilogue: delimiterEndBytes += text.count
        case .header, .blankLine: headerBytes += text.count
        default: break
        }
    }

    /// Adds the ways in which the end of a body, from the last CRLF before its close delimiter on, may be
    /// left out.
    private mutating func addClosings(_ delimiter: [UInt8], end: ArraySlice<UInt8>) {
        var rest = end
        let close = delimiter + [0x2D, 0x2D]
        let hasBreak = rest.suffix(2).elementsEqual([0x0D, 0x0A])
        if hasBreak { rest = rest.dropLast(2) }
        guard delimiter.count > 0, rest.suffix(close.count).elementsEqual(close) else { return }
        let hasLead = rest.dropLast(close.count).suffix(2).elementsEqual([0x0D, 0x0A])
        for (isCounted, lead) in [(hasLead, 1), (true, 0)] where isCounted {
            if hasBreak { closings.append((close.count + 2 * lead + 2, lead + 1)) }
            closings.append((close.count + 2 * lead, lead))
        }
    }

    /// Where the last content of a large body ends, which the framed bytes or those after them show.
    private struct Tail {
        let contentEnd: Int
        /// The bytes from there on: a line end, the close delimiter, a line end.
        let rest: ArraySlice<UInt8>

        init?(_ form: Form, excess: [UInt8]) {
            guard form.ending != .closed, let last = form.parts.last else { return nil }
            let close = [0x0D, 0x0A] + form.delimiterText + [0x2D, 0x2D]
            let kept = form.kept.window(at: form.length, before: close.count + 4, after: 0)
            guard kept.offset >= last.content.lowerBound else { return nil }
            let bytes = Array(kept.bytes) + excess
            guard let place = bytes.firstRange(of: close), bytes.count - place.upperBound <= 2 else {
                return nil
            }
            contentEnd = kept.offset + place.lowerBound
            rest = bytes[place.lowerBound...]
        }
    }
}
