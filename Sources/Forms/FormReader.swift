import Bytes

/// Reads a multipart body as it arrives, tolerantly and without loss: no input is rejected, every byte is
/// accounted for.
///
/// Push the body's bytes in pieces of any size, report gaps with ``gap(length:)``, then call ``finish()``.
/// Memory is bounded by ``FormLimits``, whatever the body's size. One search for the delimiter's text finds
/// strict delimiters, those with wrong or missing line breaks, and the boundary inside content; the bytes
/// around each occurrence decide which it is (``DelimiterReading``).
/// ```
///              ┌───────────────────────────────────────────┐
///   opening ──► preamble ──delimiter──► header ──blank──► content ──close──► epilogue
///                                          ▲ delimiter ◄────┘
/// ```
/// RFC 2046 §5.1.1 requires CRLF; this reader accepts an irregular delimiter only where a part's header lines
/// (or the end of the body) follow it, and records how it is irregular.
package struct FormReader: Sendable {
    /// The state of the reader.
    enum State {
        /// Collecting the opening; the boundary is not chosen yet.
        case opening
        /// In the preamble, a part's content, or the epilogue.
        case scanning
        /// In the header lines of a part, which began at an offset.
        case header(Int)
        /// No boundary is known: bytes are only counted.
        case unreadable
    }

    /// The number of bytes of parts after each of which memory is taken for them.
    static let memoryStep = 256 * 1024

    /// The limits on what is kept.
    var limits: FormLimits
    /// The state of the reader.
    var state = State.opening
    /// The bytes that are in memory.
    var window: ByteWindow
    /// The search for delimiters; `nil` before the boundary is chosen, and where there is none.
    var search: ByteSearch?
    /// Skips bytes in that search, once the body has proved to be long; `nil` also where the boundary is too short.
    var filter: WordFilter?
    /// Finds words of delimiters and of parts' header lines at once; there where ``filter`` is.
    private var joinedFilter: WordFilter?
    /// The result so far.
    var form: FormDraft
    /// The preamble, content or epilogue that is being searched.
    var region = BodyRegion()
    /// The part whose content is being read.
    var part: PartReading?
    /// Looks for header lines of parts in its content.
    var watch = StrayHeaderWatch()
    /// A delimiter whose part has not begun yet.
    var openDelimiter: Delimiter?
    /// Reads the header lines of parts.
    var headers: PartHeaderReader
    private var pending = 0

    /// The pieces of parts' contents since they were taken last; `nil` where they are not collected.
    var collected: [ContentPiece]?

    /// What was read since it was taken last; `nil` where that is not collected.
    var events: [FormEvent]?

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - declared: the boundaries that Content-Type declares, without the two dashes; the first is used unless
    ///     only another occurs in the body. Where none occurs, the reader uses the boundary that the body shows.
    ///   - limits: what it may keep.
    ///   - collectsContent: whether the contents of parts are wanted: then ``takeContent()`` gives them.
    ///   - collectsEvents: whether the places of delimiters and parts are wanted while the body arrives: then
    ///     ``takeEvents()`` gives them.
    package init(
        declared: [[UInt8]],
        limits: FormLimits = FormLimits(),
        collectsContent: Bool = false,
        collectsEvents: Bool = false
    ) {
        self.limits = limits
        headers = PartHeaderReader(limits: limits)
        collected = collectsContent ? [] : nil
        events = collectsEvents ? [] : nil
        form = FormDraft(declared: declared)
        window = ByteWindow()
    }

    /// An estimate of the bytes that it takes in memory, besides those taken from the budget for parts.
    package var memoryBytes: Int {
        mutating get { window.memoryBytes + form.kept.byteCount + form.partBytes - form.sharedBytes }
    }

    /// Adds the next bytes of the body.
    package mutating func push(_ bytes: RawSpan) {
        // Most pieces are segments, few of which complete what is searched at once.
        let count = bytes.byteCount
        let half = limits.wholeBody / 2
        guard count < half, pending + count < half || window.count + count < limits.wholeBody else {
            return read(bytes)
        }
        window.append(bytes)
        pending += count
    }

    private mutating func read(_ bytes: RawSpan) {
        var offset = 0
        while offset < bytes.byteCount {
            offset += passOver(bytes.extracting(offset..<bytes.byteCount))
            let count = min(bytes.byteCount - offset, limits.wholeBody / 2)
            window.append(bytes.extracting(offset..<(offset + count)))
            offset += count
            pending += count
            // Few large searches: searching single segments costs twice as much for each byte.
            if pending >= limits.wholeBody / 2, window.count >= limits.wholeBody {
                advance(isFinal: false)
                pending = 0
            }
        }
    }

    /// Adds a gap: the next `length` bytes of the body are not in the capture.
    package mutating func gap(length: Int) {
        guard length > 0 else { return }
        advance(isFinal: true, atGap: true)
        let start = window.end
        form.gaps.append(start..<(start + length))
        if case .header(let headerStart) = state { endHeaderAtGap(from: headerStart) }
        // What is there of a content before the gap belongs to it.
        handOver(upTo: start)
        form.kept.keepTail(64, of: window)
        window.skip(to: start + length)
        part?.miss(length, goingOnAt: window.end)
        watch.skip(to: window.end)
        region.scanFrom = window.end
        if case .opening = state { settleBoundary() }
    }

    /// Takes the pieces of parts' contents that were read since the last call, in order.
    package mutating func takeContent() -> [ContentPiece] {
        guard let pieces = collected, !pieces.isEmpty else { return [] }
        collected = []
        return pieces
    }

    /// Ends the body and returns the form.
    package consuming func finish() -> Form { end() }

    /// Ends the body and returns what was read; the last pieces of contents can be taken after it.
    package mutating func end() -> Form {
        window.close()
        if case .opening = state, collected == nil, events == nil, let boundary = form.declared.first {
            var regular = RegularForm()
            if regular.read(window, boundary: boundary[...], limits), let body = window.takeWholeBody() {
                return Form(regular, of: body, declared: form.declared, limits: limits)
            }
        }
        advance(isFinal: true)
        form.length = window.end
        close(at: window.end)
        if let whole = window.takeWholeBody() {
            form.kept.add(whole, at: 0)
        } else {
            form.kept.keepTail(limits.contentSample, of: window)
        }
        if !form.gaps.isEmpty { form.gaps = form.gaps.filter { !$0.isEmpty } }
        return Form(form)
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
        let choice = BoundaryChoice(
            in: window,
            declared: form.declared,
            opening: limits.opening
        )
        if let choice {
            form.boundary = choice.boundary
            form.usesObservedBoundary = choice.isObserved
            form.delimiterText = choice.search.needle
            search = choice.search
            state = .scanning
        } else {
            form.delimiterText = form.declared.first.map { [0x2D, 0x2D] + $0 } ?? []
            state = .unreadable
        }
        form.kept.keep(0..<min(window.end, limits.contentSample), of: window, limits)
    }

    /// Finds the next occurrence of the delimiter's text and handles it; false where more bytes are needed.
    private mutating func scan(isFinal: Bool, atGap: Bool) -> Bool {
        guard let search else { return false }
        guard let place = next(search) else {
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
        case .delimiter(let delimiter):
            // What follows a close delimiter is kept with it, and so must have come.
            guard isFinal || !delimiter.isClose || lookahead >= Form.outerBytes else { return false }
            accept(delimiter, headerFollows: reading.headerFollows)
        case .cut:
            form.ending = .inDelimiter(reading.lead.lowerBound..<window.end)
            region.scanFrom = text.upperBound
        case .content(let kind):
            // A continued run of dashes is one occurrence of a boundary of dashes.
            let goesOn = search.isOfDashes && window[place - 1] == 0x2D && place > region.start
            if let kind, !goesOn { form.note(kind, at: text, part: part?.number, in: window, limits) }
            region.scanFrom = window.searchResumes(search, after: text.upperBound)
        }
        return true
    }

    /// The place of the next occurrence of the delimiter's text.
    private mutating func next(_ search: ByteSearch) -> Int? {
        guard let joinedFilter else { return window.first(search, from: region.scanFrom, by: filter) }
        // Most of a long content holds nothing that is looked for: it is read once for both.
        let from = min(region.scanFrom, watch.next ?? region.scanFrom)
        guard window.mayHold(joinedFilter, from: from) else {
            watch.pass(upTo: window.end)
            return nil
        }
        return window.first(search, from: region.scanFrom, by: filter)
    }

    private mutating func accept(_ delimiter: Delimiter, headerFollows: Bool) {
        let keptAfter = delimiter.isClose && form.close == nil ? Form.outerBytes : 64
        form.kept.keep((delimiter.lead.lowerBound - 64)..<(delimiter.end + keptAfter), of: window, limits)
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
            events?.append(.closed(delimiter))
            region.begin(at: delimiter.text.upperBound, after: .glued)
        } else {
            openDelimiter = delimiter
            state = .header(delimiter.end)
        }
    }

    /// Removes bytes that were read, except those that classification of a delimiter may need.
    private mutating func discard(isFinal: Bool) {
        guard !isFinal, window.count >= limits.wholeBody / 2 else { return }
        let needed: Int
        switch state {
        case .opening: return
        case .unreadable: needed = window.end
        case .header(let start): needed = start
        case .scanning: needed = region.firstNeeded
        }
        if window.start == 0, filter == nil {
            filter = search.flatMap { WordFilter([$0.needle]) }
            joinedFilter = search.flatMap {
                WordFilter([$0.needle] + PartHeaderSearch.texts, ignoresCase: true)
            }
        }
        if form.kept.whole(length: 1) == nil || window.start == 0 {
            form.kept.keep(0..<limits.contentSample, of: window, limits)
        }
        handOver(upTo: needed)
        let kept = part == nil ? 0 : StrayHeaderWatch.retained
        window.discard(before: min(needed, part?.taken ?? needed) - kept)
    }
}
