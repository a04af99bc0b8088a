/// Reads the elements of a log in XML from stored bytes, without loading long texts.
///
/// Logs need not be well-formed: Burp writes bytes of messages verbatim, including NUL, and line breaks must
/// be preserved. Document type declarations are skipped: nothing is fetched, no entity is expanded.
struct XMLReader {
    /// The next token.
    enum Event {
        /// The start of an element, and whether it is empty (`<name/>`).
        case start(XMLElement, isEmpty: Bool)
        /// The end of an element.
        case end(String)
        /// Character data.
        case text(LogText.Piece)
        /// The end of the document.
        case finished
    }

    /// The greatest nesting depth: no log nests deeper than six.
    private static let depthLimit = 64
    /// The greatest number of elements in one entry: a message has hundreds of fields at most.
    private static let elementLimit = 100_000
    /// The greatest length of a tag in bytes: attributes contain URLs.
    static let tagLimit = 1 << 20

    /// The place in the text.
    var cursor: StoreCursor

    /// Begins at the start; a byte order mark there is passed over.
    init(_ store: ByteStore) {
        cursor = StoreCursor(store)
        _ = cursor.skip("\u{FEFF}")
    }

    /// The next token.
    mutating func next() throws(CaptureProblem) -> Event {
        while let byte = cursor.peek() {
            let start = cursor.position
            guard byte == UInt8(ascii: "<") else {
                cursor.skip { $0 != UInt8(ascii: "<") }
                return .text(LogText.Piece(range: start..<cursor.position, spelling: .xml))
            }
            if cursor.skip("<![CDATA[") {
                let inside = cursor.position
                try pass(through: "]]>")
                return .text(LogText.Piece(range: inside..<(cursor.position - 3), spelling: .plain))
            }
            if cursor.skip("<!--") {
                try pass(through: "-->")
            } else if cursor.skip("<?") {
                try pass(through: "?>")
            } else if cursor.skip("<!") {
                try passDeclaration()
            } else {
                return try tag()
            }
        }
        return .finished
    }

    /// Reads to the end of an element that has begun.
    mutating func contents(of start: XMLElement) throws(CaptureProblem) -> XMLElement {
        var open = [start]
        var pieces: [[LogText.Piece]] = [[]]
        var count = 0
        while true {
            switch try next() {
            case .start(let element, let isEmpty):
                count += 1
                guard open.count < Self.depthLimit, count < Self.elementLimit else {
                    throw CaptureProblem(.limit, "an entry has too many elements", at: element.offset)
                }
                if isEmpty {
                    open[open.count - 1].children.append(element)
                } else {
                    open.append(element)
                    pieces.append([])
                }
            case .text(let piece):
                pieces[pieces.count - 1].append(piece)
            case .end(let name):
                guard let index = open.lastIndex(where: { $0.name == name }) else {
                    throw CaptureProblem(
                        .damagedEntry,
                        "the end tag of an element that did not begin: \(name)",
                        at: cursor.position
                    )
                }
                // An element without an end tag ends with its parent.
                while open.count > index, var element = open.popLast() {
                    element.text = text(pieces.popLast() ?? [], hasElements: !element.children.isEmpty)
                    guard let last = open.indices.last else { return element }
                    open[last].children.append(element)
                }
            case .finished:
                throw CaptureProblem(
                    .truncatedFile,
                    "the file ends inside the element \(start.name)",
                    at: start.offset
                )
            }
        }
    }

    /// The text of an element; white space beside a CDATA section is layout.
    private func text(_ pieces: [LogText.Piece], hasElements: Bool) -> LogText {
        if hasElements { return LogText([UInt8]()) }
        let sections = pieces.filter { $0.spelling == .plain }
        let pieces = sections.isEmpty ? pieces : sections
        let length = pieces.reduce(0) { $0 + $1.range.count }
        let text = LogText(pieces)
        return length <= LogText.keptBytes ? LogText(text.bytes(in: cursor.store)) : text
    }

    /// Skips bytes up to the end of `mark`, which ends in `>`.
    private mutating func pass(through mark: StaticString) throws(CaptureProblem) {
        let start = cursor.position
        let first = mark.withUTF8Buffer { $0[0] }
        while true {
            cursor.skip { $0 != first }
            if cursor.skip(mark) { return }
            guard cursor.next() != nil else {
                throw CaptureProblem(.truncatedFile, "the file ends before \(mark)", at: start)
            }
        }
    }

    /// Skips a declaration, including its internal subset.
    private mutating func passDeclaration() throws(CaptureProblem) {
        let start = cursor.position
        var brackets = 0
        var quote: UInt8?
        while let byte = cursor.next() {
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0: return
            default: break
            }
        }
        throw CaptureProblem(.truncatedFile, "the file ends inside a declaration", at: start)
    }
}
