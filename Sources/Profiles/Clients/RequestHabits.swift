import Bytes
package import Exchanges
package import Forms

/// The habits that one request shows.
///
/// A habit without an occasion is absent: a name without a quotation mark does not show how the client
/// escapes one.
package struct RequestHabits: Sendable {
    /// The boundary, `nil` where none is known.
    package private(set) var boundary: ArraySlice<UInt8>?
    /// Whether the request was sent in HTTP/2.
    package private(set) var isHTTP2 = false
    /// The request; `nil` where there is none.
    private(set) var request: Message?
    /// Whether the fields of its head are as the client sent them.
    private var isHeadExact = false
    /// Whether there was a head.
    private var isHeadKnown = false
    /// The values of the habits other than the boundary, the order of fields and the User-Agent.
    private(set) var values = HabitValues()

    /// Reads the habits of a request and its form.
    ///
    /// What a log's recorder rewrote, or the capture lacks, is ignored.
    package init(_ exchange: borrowing Exchange, form: Form?) {
        self.init(exchange, form: form, boundary: Self.boundary(of: exchange, form))
    }

    /// The same where the boundary is known already.
    init(_ exchange: borrowing Exchange, form: Form?, boundary: ArraySlice<UInt8>?) {
        self.boundary = boundary
        request = exchange.request
        if let request { lookAtHead(request, of: exchange) }
        guard let form else { return }
        switch exchange.fidelity {
        case .heads: break
        case .text: lookAtForm(form, of: request, isExact: false)
        case .body, .wire: lookAtForm(form, of: request, isExact: true)
        }
    }

    /// The boundary of a request and its form; `nil` where none is known.
    static func boundary(of exchange: borrowing Exchange, _ form: Form?) -> ArraySlice<UInt8>? {
        if let boundary = form?.boundarySlice { return boundary }
        return exchange.request.flatMap { declaredBoundary(in: $0.head.fields) }
    }

    /// The raw value of User-Agent, `nil` where there is none.
    var userAgent: ArraySlice<UInt8>? { request?.head.fields.value(.userAgent) }

    /// The clients that may have written the boundary; `nil` where there is none.
    func candidates(among clients: ClientIndex) -> ClientIndex.Candidates? {
        guard let boundary, !boundary.isEmpty else { return nil }
        return clients.candidates(for: boundary.span.bytes)
    }

    /// Those of some clients whose boundaries have the fewest random bits, where all of them make such as this one.
    func narrowest(_ clients: ClientSet, in index: ClientIndex) -> ClientSet {
        boundary.map { index.narrowest(clients, for: $0.span.bytes) } ?? clients
    }

    /// Whether the boundary is one that a program drawing characters at random hardly makes, such as a word.
    var hasWeakBoundary: Bool { boundary.map { BoundaryWeakness(of: $0) != nil } ?? false }

    /// The values of a habit, each once, in the order of first occurrence; empty where there was no occasion
    /// for it, and for ``Habit/boundary``.
    package subscript(_ habit: Habit) -> [String] {
        switch habit {
        // Few ask for these in words.
        case .fieldOrder:
            request.flatMap { isHeadExact ? [Self.names(in: $0.head.fields).joined(separator: ", ")] : nil }
                ?? []
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
    @inline(__always)
    func ordered(_ clients: ClientSet, of profiles: [ClientProfile], _ marks: UInt64) -> ClientSet? {
        guard let request, isHeadExact else { return nil }
        let isHTTP2 = isHTTP2
        return Self.withFieldNames(of: request, marks) { names, marks in
            var fitting = ClientSet()
            var rest = clients
            while let number = rest.removeFirst() {
                if profiles[number].sends(names, marks: marks, isHTTP2: isHTTP2) { fitting.insert(number) }
            }
            return fitting
        }
    }

    /// Whether a client sends fields in the order of the head's; `nil` where that order is not known, or there
    /// are none.
    func isOrder(of profile: ClientProfile) -> Bool? {
        var only = ClientSet()
        only.insert(0)
        return ordered(only, of: [profile], profile.fieldMarks).map { !$0.isEmpty }
    }

    /// Calls a function with those names of a head's fields in order that have some marks, without pseudo-header fields.
    ///
    /// They are wanted for a moment: an array of them would be allocated for each request.
    ///
    /// - Parameters:
    ///   - request: has the head.
    ///   - marks: those of the names that matter.
    ///   - body: takes the names, and the marks of all of them.
    /// - Returns: what the function returns; `nil` where there are no others than pseudo-header fields.
    private static func withFieldNames(
        of request: Message,
        _ marks: UInt64,
        _ body: (_ names: Span<FieldNameDigest>, _ marks: UInt64) -> ClientSet
    ) -> ClientSet? {
        let (lines, base, bytes) = (
            request.head.fields.lines, request.head.fields.base, request.head.fields.bytes
        )
        return withUnsafeTemporaryAllocation(of: FieldNameDigest.self, capacity: lines.count) { room in
            let (lines, bytes) = (lines.span, bytes.span.bytes)
            let known = 0..<bytes.byteCount
            var (count, isEmpty, found) = (0, true, 0 as UInt64)
            for index in lines.indices {
                let name = bytes.extracting(lines[index].name.moved(by: 0 &- base).clamped(to: known))
                guard name.isEmpty || name.knownByte(0) != UInt8(ascii: ":") else { continue }
                isEmpty = false
                let mark = FieldNameDigest.mark(of: name)
                guard mark & marks != 0 else { continue }
                found |= mark
                room.initializeElement(at: count, to: FieldNameDigest(name))
                count &+= 1
            }
            return isEmpty
                ? nil : body(UnsafeBufferPointer(start: room.baseAddress, count: count).span, found)
        }
    }

    /// The values of a habit in words, that of the boundary too.
    package func words(for habit: Habit) -> [String] {
        guard habit == .boundary else { return self[habit] }
        return boundary.map { [BoundaryShape(looksOf: Array($0)).text] } ?? []
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

    /// The boundary that a Content-Type of some fields declares.
    private static func declaredBoundary(in fields: FieldSection) -> ArraySlice<UInt8>? {
        if let plain = MediaType.plainFormBoundary(in: fields) { return plain }
        guard let mediaType = MediaType(fields), mediaType.isMultipart else { return nil }
        return mediaType.declaredBoundary
    }

    private mutating func lookAtHead(_ request: Message, of exchange: borrowing Exchange) {
        let fields = request.head.fields
        if let boundary, MediaType.declaresForm(with: boundary, in: fields) {
            addUsual(.type)
        } else if MediaType.plainFormBoundary(in: fields) != nil {
            addUsual(.type)
        } else if let mediaType = MediaType(fields), mediaType.isMultipart {
            add(.type, Self.type(mediaType, in: fields))
        }
        if case .bare = request.head.framing { return }
        isHeadKnown = true
        isHTTP2 = request.http2 != nil
        guard case .wire = exchange.fidelity, !request.head.hasGap else { return }
        isHeadExact = true
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
        if isExact, let start = form.firstDelimiterStart {
            let before = 0..<start
            if before.isEmpty {
                addUsual(.preamble)
            } else {
                add(.preamble, Self.bytes(of: before, in: form))
            }
            if let close = form.close, Self.isWhole(request) {
                let end = form.epilogue
                if end.count == 2, close.end == end.upperBound, case .crlf = close.ending {
                    addUsual(.epilogue)
                } else {
                    add(.epilogue, end.isEmpty ? "nothing" : Self.bytes(of: end, in: form))
                }
                if close.closeForm != .proper { add(.epilogue, "an irregular close delimiter") }
            }
        }
        var hasUsual = false
        for index in 0..<min(form.keptPartCount, Self.partLimit) {
            // They show nothing after the first of them.
            if form.beginsAsMostFields(partAt: index) {
                if !hasUsual { addUsualPart(isExact: isExact) }
                hasUsual = true
                continue
            }
            let outline = form.outline(ofPartAt: index)
            let (facts, ending) = (outline.headerFacts, outline.delimiterEnding)
            var isCut = false
            if case .gap = outline.headerEnd { isCut = true }
            let isPlain = form.withPlainTexts(ofPartAt: index) { _, filename, type in
                if isExact {
                    add(ending)
                    addUsual(.lineEnding)
                }
                if !isCut { lookAtPlainPart(facts, filename: filename, type: type) }
                return true
            }
            guard !isPlain else { continue }
            let header = form.parts[index].readHeader
            if isExact {
                add(ending)
                for line in header.section.lines where line.colon != nil { add(line.ending) }
            }
            if !isCut { lookAtPart(header) }
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
