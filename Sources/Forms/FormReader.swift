import Bytes

/// Reads a multipart body as it arrives, tolerantly and without loss: no input is refused, no byte is unaccounted for.
///
/// Push the body's bytes in pieces of any size, tell of gaps, then call ``finish()``. Memory stays bounded by
/// ``FormLimits``, whatever the body's size. One search for the delimiter's text finds strict delimiters, those
/// with wrong line breaks, those glued to content, and the boundary inside content; what stands around each
/// occurrence decides which it is (``DelimiterReading``).
/// ```
///              ┌───────────────────────────────────────────┐
///   opening ──► preamble ──delimiter──► header ──blank──► content ──close──► epilogue
///                                          ▲ delimiter ◄────┘
/// ```
/// The reader of RFC 2046 §5.1.1 is strict about CRLF; this one takes an irregular delimiter for a delimiter only
/// where a part's header lines (or the end of the body) follow it, and says how it is irregular.
package struct FormReader {
    private enum State {
        /// Gathering the opening; the boundary is not settled.
        case opening
        /// In the preamble, a part's content, or the epilogue.
        case scanning
        /// In the header lines of a part, which began at an offset.
        case header(Int)
        /// No boundary is known: bytes are only counted.
        case unreadable
    }

    private let limits: FormLimits
    private var state = State.opening
    private var window: ByteWindow
    private var search: ByteSearch?
    private var form: Form
    /// What the bytes from `regionStart` on follow.
    private var regionPrecedent = Delimiter.Precedent.bodyStart
    /// Where the preamble, content or epilogue being read begins.
    private var regionStart = 0
    /// Where the search goes on.
    private var scanFrom = 0
    private var part: PartReading?
    /// A delimiter whose part has not begun.
    private var openDelimiter: Delimiter?
    private var pending = 0

    /// Called with each piece of a part's content, in order: the part's number and the bytes, valid during the call.
    package var content: ((Int, RawSpan) -> Void)?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - declared: the boundaries that Content-Type declares, without the two dashes; the first is used unless
    ///     only another occurs in the body. Where none occurs, the reader uses the boundary that the body shows.
    ///   - limits: what it may keep.
    package init(declared: [[UInt8]], limits: FormLimits = FormLimits()) {
        self.limits = limits
        form = Form(declared: declared)
        window = ByteWindow(capacity: limits.wholeBody)
    }

    /// Takes the next bytes of the body.
    package mutating func push(_ bytes: RawSpan) {
        var offset = 0
        while offset < bytes.byteCount {
            let count = min(bytes.byteCount - offset, limits.wholeBody)
            window.append(bytes.extracting(offset..<(offset + count)))
            offset += count
            pending += count
            // Fewer, larger passes: a search over a single segment costs twice as much a byte.
            if pending >= limits.wholeBody / 2, window.count >= limits.wholeBody {
                advance(isFinal: false)
                pending = 0
            }
        }
    }

    /// Is told that the next `length` bytes of the body are not in the capture.
    package mutating func gap(length: Int) {
        guard length > 0 else { return }
        advance(isFinal: true, atGap: true)
        let start = window.end
        form.holes.append(start..<(start + length))
        if case .header(let headerStart) = state { endHeaderAtGap(from: headerStart) }
        keepTail(64)
        window.skip(to: start + length)
        part?.miss(length, goingOnAt: window.end)
        scanFrom = window.end
        if case .opening = state { settleBoundary() }
    }

    /// Ends the body and returns what was read.
    package consuming func finish() -> Form {
        advance(isFinal: true)
        form.length = window.end
        close(at: window.end)
        if let whole = window.takeWholeBody() {
            form.kept.add(whole, at: 0)
        } else {
            keepTail(limits.contentSample)
        }
        form.holes = form.holes.filter { !$0.isEmpty }
        form.settleTraits()
        return form
    }

    // MARK: - Moving on

    private mutating func advance(isFinal: Bool, atGap: Bool = false) {
        if case .opening = state {
            guard isFinal || window.count >= min(limits.opening, limits.wholeBody) else { return }
            settleBoundary()
        }
        var moved = true
        while moved {
            switch state {
            case .opening, .unreadable: moved = false
            case .scanning: moved = scan(isFinal: isFinal, atGap: atGap)
            case .header(let start): moved = readHeader(from: start, isFinal: isFinal && !atGap)
            }
        }
        if case .unreadable = state { scanFrom = window.end }
        discard(isFinal: isFinal)
    }

    /// Decides by which boundary the body is read.
    private mutating func settleBoundary() {
        defer { keep(0..<min(window.end, limits.contentSample)) }
        if let first = form.declared.first, !first.isEmpty, window.begins(withDelimiterOf: first) {
            // Nearly all bodies begin so; the rest of the decision is for the others.
            use(text: [0x2D, 0x2D] + first, boundary: first)
            return
        }
        let opening = window.prefix(limits.opening)
        let observed = ObservedBoundary(in: opening, declared: form.declared)
        let used = form.declared.first { declared in
            let text = [0x2D, 0x2D] + declared
            if let observed {
                let isLonger = observed.text.count > text.count && window.occurs(observed.text, atLeast: 2)
                return observed.isReading(of: text) && !isLonger
            }
            return !declared.isEmpty && window.contains(text)
        }
        if let used {
            use(text: [0x2D, 0x2D] + used, boundary: used)
        } else if let observed {
            form.usesObservedBoundary = true
            use(text: observed.text, boundary: observed.boundary)
        } else if let declared = form.declared.first(where: { !$0.isEmpty }) {
            use(text: [0x2D, 0x2D] + declared, boundary: declared)
        } else {
            state = .unreadable
        }
    }

    private mutating func use(text: [UInt8], boundary: [UInt8]) {
        form.boundary = boundary
        form.delimiterText = text
        search = ByteSearch(text)
        state = .scanning
    }

    /// Looks for the next occurrence of the delimiter's text and deals with it; false where more bytes are needed.
    private mutating func scan(isFinal: Bool, atGap: Bool) -> Bool {
        guard let search else { return false }
        guard let place = window.first(search, from: scanFrom) else {
            scanFrom = max(scanFrom, window.end - search.needle.count + 1)
            return false
        }
        scanFrom = place
        let lookahead = window.end - place - search.needle.count
        guard isFinal || lookahead >= DelimiterReading.lookahead else { return false }
        let reading = DelimiterReading(
            of: place..<(place + search.needle.count),
            in: window,
            regionStart: regionStart,
            regionPrecedent: regionPrecedent,
            atBodyEnd: isFinal && !atGap
        )
        switch reading.verdict {
        case .delimiter(let delimiter): accept(delimiter, headerFollows: reading.headerFollows)
        case .cut:
            form.ending = .inDelimiter(reading.lead.lowerBound..<window.end)
            scanFrom = place + search.needle.count
        case .content(let kind):
            if let kind { note(kind, at: place..<(place + search.needle.count)) }
            scanFrom = window.endOfDashRun(from: place + search.needle.count, needle: search.needle)
        }
        return true
    }

    private mutating func note(_ kind: Occurrence.Kind, at text: Range<Int>) {
        form.occurrenceCount += 1
        form.traits.insert(.occurrence)
        guard form.occurrences.count < limits.occurrences else { return }
        let line = window.line(from: text.lowerBound, limit: 64)
        form.occurrences.append(
            Occurrence(kind: kind, text: text, part: part?.number, line: line)
        )
        keep((text.lowerBound - 64)..<(text.upperBound + 64))
    }

    private mutating func accept(_ delimiter: Delimiter, headerFollows: Bool) {
        keep((delimiter.lead.lowerBound - 64)..<(delimiter.end + 64))
        if form.close != nil {
            form.trailingDelimiters.append(delimiter)
            if form.trailingDelimiters.count > limits.occurrences { form.trailingDelimiters.removeLast() }
            if headerFollows, !delimiter.isClose { form.hasTrailingPart = true }
            scanFrom = delimiter.text.upperBound
            return
        }
        endRegion(at: delimiter.lead.lowerBound)
        form.ending = .afterDelimiter
        if delimiter.isClose {
            noteEmptyDelimiter()
            form.close = delimiter
            form.ending = .closed
            regionStart = delimiter.text.upperBound
            regionPrecedent = .glued
            scanFrom = regionStart
        } else {
            noteEmptyDelimiter()
            openDelimiter = delimiter
            state = .header(delimiter.end)
        }
    }

    /// Writes down a delimiter after which no part began.
    private mutating func noteEmptyDelimiter() {
        guard let delimiter = openDelimiter else { return }
        openDelimiter = nil
        if form.emptyDelimiters.count < limits.occurrences { form.emptyDelimiters.append(delimiter) }
    }

    /// Ends the preamble or the content of a part.
    private mutating func endRegion(at end: Int) {
        let end = max(end, regionStart)
        if part == nil, form.partCount == 0 {
            form.preamble = 0..<end
        } else if part != nil {
            handOver(upTo: end)
            finishPart(end: end)
        }
    }

    /// Reads the header lines that begin at `start`; false where more bytes are needed.
    private mutating func readHeader(from start: Int, isFinal: Bool) -> Bool {
        guard let delimiter = openDelimiter else { return false }
        guard start < window.end || isFinal else { return false }
        if start >= window.end {
            // The body ends right after the delimiter line: no part begins.
            state = .scanning
            regionStart = window.end
            regionPrecedent = .delimiterLine
            scanFrom = window.end
            return false
        }
        let block = window.headerBlock(
            from: start,
            delimiter: form.delimiterText,
            bareCREndsLines: delimiter.ending == .cr,
            limit: limits.header,
            isFinal: isFinal
        )
        guard let block else { return false }
        state = .scanning
        regionStart = block.contentStart
        scanFrom = block.contentStart
        switch block.end {
        case .blankLine: regionPrecedent = .blankLine
        case .delimiter: regionPrecedent = block.linesEnd == start ? .delimiterLine : .headerLine
        case .content: regionPrecedent = .headerLine
        case .bodyEnd, .gap, .limit: regionPrecedent = .glued
        }
        if block.end == .delimiter, block.linesEnd == start { return true }
        beginPart(delimiter, block, headerStart: start)
        return true
    }

    private mutating func endHeaderAtGap(from start: Int) {
        guard let delimiter = openDelimiter else { return }
        let end = window.end
        let block = HeaderBlock(cutByGapAt: end)
        state = .scanning
        regionStart = end
        regionPrecedent = .gap
        beginPart(delimiter, block, headerStart: start)
    }

    private mutating func beginPart(_ delimiter: Delimiter, _ block: HeaderBlock, headerStart: Int) {
        openDelimiter = nil
        form.partCount += 1
        let header = FieldSection(
            parsing: form.partCount <= limits.parts ? window.bytes(headerStart..<block.linesEnd) : [],
            base: headerStart,
            bareCREndsLines: delimiter.ending == .cr
        )
        part = PartReading(number: form.partCount, delimiter: delimiter, header: header, block: block)
        form.ending = block.end == .bodyEnd ? .inHeader : .inContent
        keep(headerStart..<(block.contentStart + 64))
    }

    private mutating func finishPart(end: Int) {
        if part.map({ $0.number <= limits.parts }) ?? false,
            let finished = part?.finished(contentEnd: end, window: window)
        {
            form.parts.append(finished)
        }
        part = nil
    }

    // MARK: - Content

    /// Hands content over to whoever listens, and keeps what is kept of it.
    private mutating func handOver(upTo end: Int) {
        guard let number = part?.number else { return }
        let limit = number <= limits.parts ? limits.contentSample : 0
        part?.take(upTo: end, from: window, sampleLimit: limit, to: content)
    }

    /// Lets go of bytes that are read, keeping what a delimiter may need to look back at.
    private mutating func discard(isFinal: Bool) {
        guard !isFinal, window.count >= limits.wholeBody / 2 else { return }
        let needed: Int
        switch state {
        case .opening: return
        case .unreadable: needed = window.end
        case .header(let start): needed = start
        case .scanning: needed = max(scanFrom - DelimiterReading.lookbehind, min(regionStart, scanFrom))
        }
        if form.kept.whole(length: 1) == nil || window.start == 0 { keep(0..<limits.contentSample) }
        handOver(upTo: needed)
        window.discard(before: min(needed, part?.taken ?? needed))
    }

    /// Ends what is open at the end of the body.
    private mutating func close(at end: Int) {
        noteEmptyDelimiter()
        if let close = form.close {
            form.epilogue = close.text.upperBound..<end
            return
        }
        if case .inDelimiter(let cut) = form.ending {
            endRegion(at: cut.lowerBound)
            form.ending = .inDelimiter(cut)
            return
        }
        if part == nil, form.partCount == 0, form.emptyDelimiters.isEmpty {
            form.preamble = 0..<end
            form.ending = .noDelimiter
            return
        }
        if part != nil {
            let cut =
                form.ending == .inContent ? window.cutDelimiter(form.delimiterText, from: regionStart) : nil
            handOver(upTo: cut ?? end)
            finishPart(end: cut ?? end)
            if let cut { form.ending = .inDelimiter(cut..<end) }
        }
    }

    // MARK: - Keeping bytes

    private mutating func keep(_ range: Range<Int>) {
        // A body that fits is kept whole at the end; pieces are for those that do not.
        guard window.start > 0 || window.count >= limits.wholeBody, form.kept.byteCount < limits.keptPieces
        else { return }
        let lower = max(range.lowerBound, window.start)
        let upper = min(range.upperBound, window.end)
        guard lower < upper else { return }
        form.kept.add(window.bytes(lower..<upper), at: lower)
    }

    private mutating func keepTail(_ count: Int) {
        let lower = window.start == 0 ? 0 : max(window.start, window.end - count)
        guard lower < window.end else { return }
        form.kept.add(window.bytes(lower..<window.end), at: lower)
    }
}
