import Bytes
package import Exchanges
package import Forms

/// The habits that one request shows.
///
/// A habit without an occasion is absent: a name without a quotation mark does not show how the client
/// escapes one.
package struct RequestHabits: Sendable {
    /// The boundary, `nil` where none is known.
    package private(set) var boundary: [UInt8]?
    /// Whether the request was sent in HTTP/2.
    package private(set) var isHTTP2 = false
    /// The raw value of User-Agent, `nil` where there is none.
    private(set) var userAgent: ArraySlice<UInt8>?
    /// The request where its head's fields are as the client sent them.
    private var ordered: Message?
    /// Whether there was a head.
    private var isHeadKnown = false
    /// The values of the habits other than the boundary, the order of fields and the User-Agent.
    private(set) var values = HabitValues()

    /// No habits.
    init() {}

    /// Reads the habits of a request and its form.
    ///
    /// What a log's recorder rewrote, or the capture lacks, is ignored.
    package init(_ exchange: borrowing Exchange, form: Form?) {
        look(at: exchange, form)
    }

    /// Adds the habits of a request and its form to none; this way no habits are copied.
    mutating func look(at exchange: borrowing Exchange, _ form: Form?) {
        boundary = form?.boundary
        if let request = exchange.request { lookAtHead(request, of: exchange) }
        guard let form else { return }
        switch exchange.fidelity {
        case .heads: break
        case .text: lookAtForm(form, of: exchange.request, isExact: false)
        case .body, .wire: lookAtForm(form, of: exchange.request, isExact: true)
        }
    }

    /// The values of a habit, each once, in the order of first occurrence; empty where there was no occasion
    /// for it, and for ``Habit/boundary``.
    package subscript(_ habit: Habit) -> [String] {
        switch habit {
        // Few ask for these in words.
        case .fieldOrder: ordered.map { [Self.names(in: $0.head.fields).joined(separator: ", ")] } ?? []
        case .userAgent: isHeadKnown ? userAgent.map { [PrintableText.text($0)] } ?? [] : []
        default: values[habit]
        }
    }

    /// The names of a head's fields as sent, without pseudo-header fields.
    private static func names(in head: FieldSection) -> [String] {
        head.lines.map { PrintableText.text(head[$0.name]) }.filter { !$0.hasPrefix(":") }
    }

    /// Those of some clients that send fields in the order of the head's; `nil` where that order is not known,
    /// or there are none.
    func ordered(_ clients: ClientSet, of profiles: [ClientProfile]) -> ClientSet? {
        guard let request = ordered else { return nil }
        let isHTTP2 = isHTTP2
        return Self.withFieldNames(of: request) { names in
            guard !names.isEmpty else { return nil }
            var fitting = ClientSet()
            var rest = clients
            while let number = rest.removeFirst() {
                if profiles[number].sends(names, isHTTP2: isHTTP2) { fitting.insert(number) }
            }
            return fitting
        }
    }

    /// Whether a client sends fields in the order of the head's; `nil` where that order is not known, or there
    /// are none.
    func isOrder(of profile: ClientProfile) -> Bool? {
        var only = ClientSet()
        only.insert(0)
        return ordered(only, of: [profile]).map { !$0.isEmpty }
    }

    /// Calls a function with the names of a head's fields in order, without pseudo-header fields.
    ///
    /// They are wanted for a moment: an array of them would be allocated for each request.
    private static func withFieldNames<Result>(
        of request: Message,
        _ body: (Span<FieldNameDigest>) -> Result
    ) -> Result {
        let count = request.head.fields.lineCount
        return withUnsafeTemporaryAllocation(of: FieldNameDigest.self, capacity: count) { room in
            var count = 0
            request.head.fields.forEachLine { name, _ in
                guard name.isEmpty || name.byte(0) != UInt8(ascii: ":") else { return }
                room.initializeElement(at: count, to: FieldNameDigest(name))
                count += 1
            }
            return body(UnsafeBufferPointer(start: room.baseAddress, count: count).span)
        }
    }

    /// The values of a habit in words, that of the boundary too.
    package func words(for habit: Habit) -> [String] {
        guard habit == .boundary else { return self[habit] }
        return boundary.map { [BoundaryShape(looksOf: $0).text] } ?? []
    }

    /// Adds the usual value of a habit.
    @inline(__always)
    mutating func addUsual(_ habit: Habit) {
        values.addUsual(habit)
    }

    /// Adds a value to a habit.
    mutating func add(_ habit: Habit, _ value: String) {
        values.add(habit, value)
    }

    private mutating func lookAtHead(_ request: Message, of exchange: borrowing Exchange) {
        let fields = request.head.fields
        if let boundary, MediaType.declaresForm(with: boundary, in: fields) {
            addUsual(.type)
        } else if let plain = MediaType.plainFormBoundary(in: fields) {
            if boundary == nil { boundary = Array(plain) }
            addUsual(.type)
        } else if let mediaType = MediaType(fields), mediaType.isMultipart {
            if boundary == nil { boundary = mediaType.declaredBoundaries.first }
            add(.type, Self.type(mediaType, in: fields))
        }
        userAgent = fields.value(.userAgent)
        if case .bare = request.head.framing { return }
        isHeadKnown = true
        isHTTP2 = request.http2 != nil
        guard case .wire = exchange.fidelity, !request.head.hasGap else { return }
        ordered = request
        if isHTTP2 {
            let names = fields.lines.map { PrintableText.text(fields[$0.name]) }
            add(.pseudoHeaderOrder, names.filter { $0.hasPrefix(":") }.joined(separator: ", "))
        } else if case .contentLength = request.head.framing {
            addUsual(.framing)
        } else {
            add(.framing, request.head.framing.name)
        }
    }

    /// The value of Content-Type with an ellipsis in place of the boundary.
    static func type(_ mediaType: MediaType, in fields: FieldSection) -> String {
        let value = mediaType.line.value
        guard let boundary = mediaType.boundaries.first, boundary.quoting != .absent else {
            return PrintableText.text(fields[value])
        }
        let place = boundary.value
        return PrintableText.text(fields[value.lowerBound..<max(value.lowerBound, place.lowerBound)]) + "…"
            + PrintableText.text(fields[place.upperBound..<max(value.upperBound, place.upperBound)])
    }

    private mutating func lookAtForm(_ form: Form, of request: Message?, isExact: Bool) {
        if isExact, !form.parts.isEmpty {
            let before = 0..<form.parts[0].delimiter.text.lowerBound
            if before.isEmpty {
                addUsual(.preamble)
            } else {
                add(.preamble, Self.bytes(of: before, in: form))
            }
            if let close = form.close, Self.isWhole(request) {
                let end = form.epilogue
                let isLineBreak = end.count == 2 && close.end == end.upperBound && close.ending == .crlf
                if isLineBreak {
                    addUsual(.epilogue)
                } else {
                    add(.epilogue, end.isEmpty ? "nothing" : Self.bytes(of: end, in: form))
                }
                if close.closeForm != .proper { add(.epilogue, "an irregular close delimiter") }
            }
        }
        var hasUsual = false
        let parts = form.parts
        for index in parts.indices.prefix(Self.partLimit) {
            if case (.crlf, .blankLine) = (parts[index].delimiter.ending, parts[index].headerEnd),
                Self.isUsual(parts[index].readHeader.facts)
            {
                if !hasUsual { addUsualPart(isExact: isExact) }
                hasUsual = true
                continue
            }
            // The header is read by itself: to copy a part takes longer.
            let header = parts[index].readHeader
            if isExact { lookAtLineEndings(header, after: parts[index].delimiter.ending) }
            if parts[index].headerEnd != .gap { lookAtPart(header) }
        }
    }

    /// Adds the habits that the header of most fields shows.
    private mutating func addUsualPart(isExact: Bool) {
        if isExact { addUsual(.lineEnding) }
        addUsual(.valueHeader)
        addUsual(.valueType)
        addUsual(.nameQuoting)
    }

    /// Whether all of a request's content was sent and captured.
    private static func isWhole(_ request: Message?) -> Bool {
        guard let request else { return true }
        if case .complete = request.content.completion { return request.content.missingBytes == 0 }
        return false
    }

    /// Whether a header is that of most fields, which show nothing after the first of them: one line, a Content-Disposition
    /// with nothing but a name, in quotes and without anything that is escaped.
    private static func isUsual(_ header: HeaderFacts) -> Bool {
        header.lineCount == 1 && header.features.rawValue == 0
    }

    private mutating func lookAtLineEndings(_ header: PartHeader, after ending: LineEnding) {
        add(ending)
        guard !header.isPlain else { return add(.crlf) }
        for line in header.section.lines where line.colon != nil { add(line.ending) }
    }

    private mutating func add(_ ending: LineEnding) {
        if case .crlf = ending { addUsual(.lineEnding) } else { add(.lineEnding, ending.words) }
    }

    private static let names: [([UInt8], String)] = [
        ([0x0D, 0x0A], "CR LF"), ([0x0D, 0x0A, 0x0D, 0x0A], "CR LF CR LF"), ([0x0A], "LF"),
    ]

    /// The number of parts that are read: an encoder writes later parts as it wrote the first.
    private static let partLimit = 200

    /// Line breaks by name, other bytes by their number.
    private static func bytes(of range: Range<Int>, in form: Form) -> String {
        let bytes = range.count <= 4 ? form.kept[range].map(Array.init) : nil
        return names.first { $0.0 == bytes }?.1 ?? (range.count == 1 ? "1 byte" : "\(range.count) bytes")
    }
}
