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
    private var region = BodyRegion()
    private var part: PartReading?
    /// A delimiter whose part has not begun.
    private var openDelimiter: Delimiter?
    private var pending = 0
    /// The headers of parts that were read before.
    private let headers: HeaderMemory

    /// Called with each piece of a part's content, in order: the part's number and the bytes, valid during the call.
    package var content: ((Int, RawSpan) -> Void)?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - declared: the boundaries that Content-Type declares, without the two dashes; the first is used unless
    ///     only another occurs in the body. Where none occurs, the reader uses the boundary that the body shows.
    ///   - limits: what it may keep.
    ///   - headers: the headers of parts read before, in other forms too.
    package init(
        declared: [[UInt8]],
        limits: FormLimits = FormLimits(),
        headers: HeaderMemory = HeaderMemory()
    ) {
        self.limits = limits
        self.headers = headers
        form = Form(declared: declared)
        window = ByteWindow()
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
        form.kept.keepTail(64, of: window)
        window.skip(to: start + length)
        part?.miss(length, goingOnAt: window.end)
        region.scanFrom = window.end
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
            form.kept.keepTail(limits.contentSample, of: window)
        }
        if !form.holes.isEmpty { form.holes = form.holes.filter { !$0.isEmpty } }
        form.settleTraits()
        return form
    }

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
        if case .unreadable = state { region.scanFrom = window.end }
        discard(isFinal: isFinal)
    }

    /// Decides by which boundary the body is read.
    private mutating func settleBoundary() {
        if let choice = BoundaryChoice(in: window, declared: form.declared, opening: limits.opening) {
            form.boundary = choice.boundary
            form.delimiterText = choice.text
            form.usesObservedBoundary = choice.isObserved
            search = ByteSearch(choice.text)
            state = .scanning
        } else {
            state = .unreadable
        }
        form.kept.keep(0..<min(window.end, limits.contentSample), of: window, limits)
    }

    /// Looks for the next occurrence of the delimiter's text and deals with it; false where more bytes are needed.
    private mutating func scan(isFinal: Bool, atGap: Bool) -> Bool {
        guard let search else { return false }
        guard let place = window.first(search, from: region.scanFrom) else {
            region.scanFrom = max(region.scanFrom, window.end - search.needle.count + 1)
            return false
        }
        region.scanFrom = place
        let lookahead = window.end - place - search.needle.count
        guard isFinal || lookahead >= DelimiterReading.lookahead else { return false }
        let text = place..<(place + search.needle.count)
        let reading = DelimiterReading(
            of: text,
            in: window,
            regionStart: region.start,
            regionPrecedent: region.precedent,
            atBodyEnd: isFinal && !atGap
        )
        switch reading.verdict {
        case .delimiter(let delimiter): accept(delimiter, headerFollows: reading.headerFollows)
        case .cut:
            form.ending = .inDelimiter(reading.lead.lowerBound..<window.end)
            region.scanFrom = text.upperBound
        case .content(let kind):
            if let kind { form.note(kind, at: text, part: part?.number, in: window, limits) }
            region.scanFrom = window.endOfDashRun(from: text.upperBound, needle: search.needle)
        }
        return true
    }

    private mutating func accept(_ delimiter: Delimiter, headerFollows: Bool) {
        form.kept.keep((delimiter.lead.lowerBound - 64)..<(delimiter.end + 64), of: window, limits)
        if form.close != nil {
            form.addTrailing(delimiter, headerFollows: headerFollows, limit: limits.occurrences)
            region.scanFrom = delimiter.text.upperBound
            return
        }
        endRegion(at: delimiter.lead.lowerBound)
        form.ending = .afterDelimiter
        form.addEmpty(openDelimiter.take(), limit: limits.occurrences)
        if delimiter.isClose {
            form.close = delimiter
            form.ending = .closed
            region.begin(at: delimiter.text.upperBound, after: .glued)
        } else {
            openDelimiter = delimiter
            state = .header(delimiter.end)
        }
    }

    /// Ends the preamble or the content of a part.
    private mutating func endRegion(at end: Int) {
        let end = max(end, region.start)
        if part != nil {
            endPart(at: end)
        } else if form.partCount == 0 {
            form.preamble = 0..<end
        }
    }

    /// Reads the header lines that begin at `start`; false where more bytes are needed.
    private mutating func readHeader(from start: Int, isFinal: Bool) -> Bool {
        guard let delimiter = openDelimiter else { return false }
        if start >= window.end {
            guard isFinal else { return false }
            // The body ends right after the delimiter line: no part begins.
            state = .scanning
            region.begin(at: window.end, after: .delimiterLine)
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
        region.begin(at: block.contentStart, after: block.contentPrecedent(linesStart: start))
        if block.end == .delimiter, block.linesEnd == start { return true }
        beginPart(delimiter, block, headerStart: start)
        return true
    }

    private mutating func endHeaderAtGap(from start: Int) {
        guard let delimiter = openDelimiter else { return }
        state = .scanning
        region.begin(at: window.end, after: .gap)
        beginPart(delimiter, HeaderBlock(cutByGapAt: window.end), headerStart: start)
    }

    private mutating func beginPart(_ delimiter: Delimiter, _ block: HeaderBlock, headerStart: Int) {
        openDelimiter = nil
        form.partCount += 1
        let isKept = form.partCount <= limits.parts
        let header = window.header(
            headerStart..<(isKept ? block.linesEnd : headerStart),
            bareCREndsLines: delimiter.ending == .cr,
            headers
        )
        part = PartReading(number: form.partCount, delimiter: delimiter, header: header, block: block)
        form.ending = block.end == .bodyEnd ? .inHeader : .inContent
        form.kept.keep(headerStart..<(block.contentStart + 64), of: window, limits)
    }

    private mutating func endPart(at end: Int) {
        handOver(upTo: end)
        guard let part = part.take(), part.number <= limits.parts else { return }
        if form.parts.isEmpty { form.parts.reserveCapacity(6) }
        form.parts.append(part.finished(contentEnd: end, window: window))
    }

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
        case .scanning: needed = region.firstNeeded
        }
        if form.kept.whole(length: 1) == nil || window.start == 0 {
            form.kept.keep(0..<limits.contentSample, of: window, limits)
        }
        handOver(upTo: needed)
        window.discard(before: min(needed, part?.taken ?? needed))
    }

    /// Ends what is open at the end of the body.
    private mutating func close(at end: Int) {
        form.addEmpty(openDelimiter.take(), limit: limits.occurrences)
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
                form.ending == .inContent ? window.cutDelimiter(form.delimiterText, from: region.start) : nil
            endPart(at: cut ?? end)
            if let cut { form.ending = .inDelimiter(cut..<end) }
        }
    }
}
