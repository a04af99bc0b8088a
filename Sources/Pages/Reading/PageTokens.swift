import Bytes

/// The tags of a page, read before its tree is built (HTML standard, tokenization).
///
/// The tree builder takes time that grows with the square of open elements and of attributes, and does not say where an
/// end tag stood that it ignored. So it is given ``markup``: as long as the page, each tag in its place, and blanks
/// instead of all that cannot change a form (comments, scripts, foreign content, formatting elements).
struct PageTokens {
    /// A start or end tag of a form.
    struct FormTag: Hashable {
        /// Its bytes.
        var range: Range<Int>
        /// Whether it is an end tag.
        var isEnd: Bool
    }

    /// What the tree builder reads.
    private(set) var markup: [UInt8]
    /// The tags of forms, in order, those included that a tree builder ignores.
    private(set) var formTags: [FormTag] = []
    /// Whether the page was read to its end.
    private(set) var isWhole = true

    private enum Level: Equatable {
        case foreign(String)
        case integrationPoint(String)
    }

    private let source: [UInt8]
    private let limits: PageLimits
    private var levels: [Level] = []
    private var open = OpenTags()
    private var steps = 0
    /// How many templates are open, whose forms are not part of the document.
    private var templates = 0

    /// The steps of the tree builder at a tag, besides those through the open elements.
    private static let tagSteps = 100

    /// Reads the tags of a page in UTF-8.
    init(_ source: [UInt8], limits: PageLimits) {
        self.source = source
        self.limits = limits
        markup = source
        var place = 0
        while place < source.count, let next = token(at: place) { place = next }
    }

    /// Reads what begins at `place`; returns where the next token begins, `nil` where nothing more is read.
    private mutating func token(at place: Int) -> Int? {
        guard source[place] == UInt8(ascii: "<"), place + 1 < source.count else {
            if source[place] == 0 { markup[place] = 0x20 }
            return place + 1
        }
        let next = source[place + 1]
        if next.isHTMLLetter { return startTag(at: place) }
        if next == UInt8(ascii: "!") { return declaration(at: place) }
        if next == UInt8(ascii: "/"), place + 2 < source.count, source[place + 2].isHTMLLetter {
            return endTag(at: place)
        }
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "?") {
            return blank(place..<end(of: ">", from: place + 2))
        }
        markup[place] = 0x20
        return place + 1
    }

    private mutating func declaration(at place: Int) -> Int {
        let rest = source[(place + 2)...]
        if rest.starts(with: "--".utf8) {
            let text = source[(place + 4)...]
            if text.starts(with: ">".utf8) { return blank(place..<(place + 5)) }
            if text.starts(with: "->".utf8) { return blank(place..<(place + 6)) }
            return blank(place..<commentEnd(from: place + 4))
        }
        if case .foreign = levels.last, rest.starts(with: "[CDATA[".utf8) {
            return blank(place..<end(of: "]]>", from: place + 9))
        }
        let end = end(of: ">", from: place + 2)
        // Whether a table closes a paragraph depends on the doctype.
        guard rest.prefix(7).map(\.lowercased) == Array("doctype".utf8) else { return blank(place..<end) }
        return end
    }

    private mutating func startTag(at place: Int) -> Int? {
        guard
            let tag = TagScan(source, from: place, nameStart: place + 1, attributeLimit: limits.attributes)
        else { return cut(at: place) }
        if case .foreign = levels.last {
            guard TagName.breakout.contains(tag.name) else { return foreignTag(tag) }
            while case .foreign = levels.last { levels.removeLast() }
        }
        switch tag.name {
        case "svg", "math":
            if !tag.isSelfClosing { levels.append(.foreign(tag.name)) }
            return blank(tag.range)
        case "plaintext": return cut(at: place)
        // Browsers know no `isindex` any more; a page of frames has no forms.
        case "isindex", "frameset", "frame": return blank(tag.range)
        case let name where TagName.formatting.contains(name): return blank(tag.range)
        case let name where TagName.rawText.contains(name):
            return blank(place..<textEnd(of: name, from: tag.range.upperBound).upperBound)
        default: break
        }
        open.open(tag.name)
        if tag.name == "template" { templates += 1 }
        guard count(2) else { return cut(at: place) }
        if tag.name == "form", templates == 0 { formTags.append(FormTag(range: tag.range, isEnd: false)) }
        _ = blank(tag.excess)
        guard tag.name == "textarea" else { return tag.range.upperBound }
        return textEnd(of: "textarea", from: tag.range.upperBound).lowerBound
    }

    /// Counts the steps of a tag at which the open elements are looked through so often; false where there are too many.
    private mutating func count(_ times: Int) -> Bool {
        steps += Self.tagSteps + times * open.depth
        return steps <= limits.treeSteps
    }

    private mutating func foreignTag(_ tag: TagScan) -> Int {
        if !tag.isSelfClosing {
            if tag.name == "svg" || tag.name == "math" { levels.append(.foreign(tag.name)) }
            if TagName.integrationPoints.contains(tag.name) { levels.append(.integrationPoint(tag.name)) }
        }
        return blank(tag.range)
    }

    private mutating func endTag(at place: Int) -> Int? {
        guard let tag = TagScan(source, from: place, nameStart: place + 2, attributeLimit: .max) else {
            return cut(at: place)
        }
        if let level = levels.last {
            if level == .foreign(tag.name) || level == .integrationPoint(tag.name) { levels.removeLast() }
            guard case .integrationPoint(let name) = level, name != tag.name else { return blank(tag.range) }
        }
        guard !TagName.formatting.contains(tag.name), !TagName.rawText.contains(tag.name) else {
            return blank(tag.range)
        }
        // One that closes nothing is looked for among all open elements, more than once.
        guard count(6) else { return cut(at: place) }
        open.close(tag.name)
        if tag.name == "template" { templates = max(templates - 1, 0) }
        if tag.name == "form", templates == 0 { formTags.append(FormTag(range: tag.range, isEnd: true)) }
        _ = blank(tag.nameEnd..<(tag.range.upperBound - 1))
        return tag.range.upperBound
    }

    /// The end tag that ends text; empty at the end of the page where there is none.
    private func textEnd(of name: String, from start: Int) -> Range<Int> {
        let wanted = Array("</\(name)".utf8)
        var place = start
        while place + wanted.count < source.count {
            let after = source[place + wanted.count]
            if source[place] == UInt8(ascii: "<"),
                after.isHTMLSpace || after == UInt8(ascii: "/") || after == UInt8(ascii: ">"),
                source[place..<(place + wanted.count)].elementsEqual(wanted, by: { $0.lowercased == $1 })
            {
                return place..<end(of: ">", from: place)
            }
            place += 1
        }
        return source.count..<source.count
    }

    /// The offset behind the next occurrence of a text; the end of the page where there is none.
    private func end(of text: String, from start: Int) -> Int {
        let wanted = Array(text.utf8)
        var place = start
        while place + wanted.count <= source.count {
            if source[place] == wanted[0], source[place..<(place + wanted.count)].elementsEqual(wanted) {
                return place + wanted.count
            }
            place += 1
        }
        return source.count
    }

    private func commentEnd(from start: Int) -> Int {
        var place = start
        while place + 2 < source.count {
            if source[place] == UInt8(ascii: "-"), source[place + 1] == UInt8(ascii: "-") {
                if source[place + 2] == UInt8(ascii: ">") { return place + 3 }
                if source[(place + 2)...].starts(with: "!>".utf8) { return place + 4 }
            }
            place += 1
        }
        return source.count
    }

    private mutating func blank(_ range: Range<Int>) -> Int {
        for index in range { markup[index] = 0x20 }
        return range.upperBound
    }

    private mutating func cut(at place: Int) -> Int? {
        markup.removeSubrange(place...)
        isWhole = false
        return nil
    }
}
