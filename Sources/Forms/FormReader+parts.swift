import Bytes

/// Reads the parts of a form, from their header lines to the end of their content.
extension FormReader {
    /// Ends the preamble or the content of a part.
    mutating func endRegion(at end: Int) {
        let end = max(end, region.start)
        if part != nil {
            endPart(at: end)
        } else if form.partCount == 0 {
            form.preamble = 0..<end
        }
    }

    /// Reads the header lines that begin at `start`; false where more bytes are needed.
    mutating func readHeader(from start: Int, isFinal: Bool) -> Bool {
        guard let delimiter = openDelimiter else { return false }
        if start >= window.end {
            guard isFinal else { return false }
            // The body ends directly after the delimiter line: no part begins.
            state = .scanning
            region.begin(at: window.end, after: .delimiterLine)
            return false
        }
        let read = headers.read(
            form.partCount + 1,
            from: start,
            after: delimiter,
            form.delimiterText,
            in: window,
            isFinal: isFinal
        )
        guard let (block, header) = read else { return false }
        state = .scanning
        region.begin(at: block.contentStart, after: block.contentPrecedent(linesStart: start))
        if block.end == .delimiter, block.linesEnd == start { return true }
        beginPart(delimiter, block, header, headerStart: start)
        return true
    }

    /// Begins the part whose header lines end at a gap.
    mutating func endHeaderAtGap(from start: Int) {
        guard let delimiter = openDelimiter else { return }
        state = .scanning
        region.begin(at: window.end, after: .gap)
        let block = HeaderBlock(cutByGapAt: window.end)
        let number = form.partCount + 1
        let header = headers.header(number, from: start, to: block.linesEnd, after: delimiter, in: window)
        beginPart(delimiter, block, header, headerStart: start)
    }

    /// Begins a part after its header lines.
    private mutating func beginPart(
        _ delimiter: Delimiter,
        _ block: HeaderBlock,
        _ header: PartHeader,
        headerStart: Int
    ) {
        openDelimiter = nil
        form.partCount += 1
        part = PartReading(number: form.partCount, delimiter: delimiter, header: header, block: block)
        if events != nil { events?.append(.partBegan(PartOpening(form.partCount, delimiter, header, block))) }
        if form.partCount <= limits.parts { watch.begin(form.partCount, at: block.contentStart) }
        form.ending = block.end == .bodyEnd ? .inHeader : .inContent
        form.kept.keep(headerStart..<(block.contentStart + 64), of: window, limits)
    }

    /// Ends the open part.
    private mutating func endPart(at end: Int) {
        handOver(upTo: end, isFinal: true)
        if let number = part?.number { events?.append(.partEnded(number, contentEnd: end)) }
        guard let part = part.take(), part.number <= limits.parts else { return }
        form.add(watch.end(at: end, endsBody: end == window.end), of: window, limits)
        if form.parts.isEmpty { form.parts.reserveCapacity(6) }
        form.parts.append(part.finished(contentEnd: end, window: window))
        account(for: form.parts[form.parts.count - 1])
    }

    /// Takes memory for a part; where there is none, those after it are only counted.
    private mutating func account(for part: BodyPart) {
        let size = MemoryLayout<BodyPart>.stride + part.facts.opening.count + part.readHeader.memoryBytes
        form.partBytes += size
        let step = Self.memoryStep
        guard form.partBytes / step > (form.partBytes - size) / step, let budget = limits.memory else {
            return
        }
        let memory = form.memory ?? MemoryShare(of: budget, for: .parts)
        form.memory = memory
        guard !memory.resize(to: form.partBytes) else {
            form.sharedBytes = form.partBytes
            return
        }
        limits.parts = part.number
        headers.limits.parts = part.number
    }

    /// Passes content on to the collector and keeps the sample of it, as far as the limits allow.
    mutating func handOver(upTo end: Int, isFinal: Bool = false) {
        guard let number = part?.number else { return }
        watch.search(window, upTo: end, isFinal: isFinal)
        let limit = number <= limits.parts ? limits.contentSample : 0
        part?.take(upTo: end, from: window, sampleLimit: limit, to: &collected)
    }

    /// Ends whatever is open at the end of the body.
    mutating func close(at end: Int) {
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
