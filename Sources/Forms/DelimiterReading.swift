import Bytes

/// Classifies an occurrence of the delimiter's text by the bytes before and after it.
struct DelimiterReading {
    /// The number of bytes after an occurrence that classification needs, unless the body ends.
    static let lookahead = 320
    /// The number of bytes before an occurrence that classification needs: a line break and indentation.
    static let lookbehind = 80

    /// The classification of the occurrence.
    enum Verdict {
        /// A delimiter.
        case delimiter(Delimiter)
        /// A delimiter that the end of the body truncates.
        case cut
        /// Part of the content; `nil` where it need not be reported.
        case content(Occurrence.Kind?)
    }

    private(set) var verdict: Verdict
    /// The line break (and indentation) before the occurrence.
    private(set) var lead: Range<Int>
    /// Whether a part's header line follows on the next line.
    private(set) var headerFollows = false

    /// Classifies an occurrence.
    ///
    /// - Parameters:
    ///   - text: its range.
    ///   - window: the bytes around it.
    ///   - regionStart: the start of the preamble, content or epilogue that contains it.
    ///   - regionPrecedent: what precedes `regionStart`.
    ///   - atBodyEnd: whether the body ends where the window ends.
    init(
        of text: Range<Int>,
        in window: ByteWindow,
        regionStart: Int,
        regionPrecedent: Delimiter.Precedent,
        atBodyEnd: Bool
    ) {
        var before = Self.precedent(of: text.lowerBound, in: window, regionStart, regionPrecedent)
        if before.precedent == .glued || before.precedent == .dashes,
            !Self.mayEndLine(after: text.upperBound, in: window)
        {
            // The common case in hostile bodies, decided without reading the rest of the line.
            lead = before.lead
            verdict = .content(.midline)
            return
        }
        if before.precedent == .crlf || before.precedent == .bodyStart,
            window[text.upperBound] == 0x0D, window[text.upperBound + 1] == 0x0A
        {
            // A regular delimiter: nothing else needs to be checked.
            lead = before.lead
            headerFollows = window.beginsPartHeader(at: text.upperBound + 2)
            verdict = .delimiter(Delimiter(regular: text, precedent: before.precedent, lead: before.lead))
            return
        }
        let after = LineRemainder(after: text.upperBound, in: window, atBodyEnd: atBodyEnd)
        if before.precedent == .crcrlf, after.ending != .crcrlf {
            // The extra CR belongs to the delimiter only if its own line ends so too; else it is content.
            before = (.crlf, (text.lowerBound - 2)..<text.lowerBound)
        }
        lead = before.lead
        headerFollows = after.headerFollows
        let isAtStart: Bool
        switch before.precedent {
        case .bodyStart, .crlf, .crcrlf, .headerLine, .delimiterLine, .gap, .blankLine: isAtStart = true
        case .lf, .cr, .blanks, .dashes, .glued: isAtStart = false
        }
        let delimiter = Delimiter(
            precedent: before.precedent,
            lead: before.lead,
            text: text.lowerBound..<(after.closeForm == nil ? text.upperBound : after.textEnd),
            closeForm: after.closeForm,
            padding: after.padding,
            junk: after.junk,
            ending: after.ending
        )
        if after.isCut {
            // The end of the body can truncate a delimiter only where one is allowed.
            verdict = isAtStart || before.precedent == .lf ? .cut : .content(.midline)
            return
        }
        let isProper = after.junk.isEmpty
        let isAccepted: Bool
        if isAtStart {
            isAccepted = isProper || after.closeForm != nil || after.headerFollows || after.headerIsGlued
        } else if after.closeForm != nil {
            isAccepted =
                before.precedent == .glued || before.precedent == .dashes
                ? isProper && after.endsBody : isProper
        } else {
            isAccepted = isProper && after.headerFollows
        }
        if isAccepted {
            verdict = .delimiter(delimiter)
            return
        }
        switch before.precedent {
        case .lf, .cr: verdict = .content(.bareLineBreak)
        case .blanks: verdict = .content(.indented)
        case .glued, .dashes: verdict = .content(.midline)
        default: verdict = .content(.linePrefix)
        }
    }

    /// Whether only dashes and blanks are between an offset and the end of its line.
    private static func mayEndLine(after offset: Int, in window: ByteWindow) -> Bool {
        var place = offset
        while place - offset < 16, let byte = window[place], byte == 0x2D || byte.isBlank { place += 1 }
        guard let byte = window[place] else { return true }
        return byte.isLineBreak || window.beginsPartHeader(at: offset)
    }

    private static func precedent(
        of place: Int,
        in window: ByteWindow,
        _ regionStart: Int,
        _ regionPrecedent: Delimiter.Precedent
    ) -> (precedent: Delimiter.Precedent, lead: Range<Int>) {
        if place <= regionStart { return (regionPrecedent, place..<place) }
        func byte(_ distance: Int) -> UInt8? {
            place - distance >= regionStart ? window[place - distance] : nil
        }
        switch byte(1) {
        case 0x0A?:
            guard byte(2) == 0x0D else { return (.lf, (place - 1)..<place) }
            return byte(3) == 0x0D ? (.crcrlf, (place - 3)..<place) : (.crlf, (place - 2)..<place)
        case 0x0D?: return (.cr, (place - 1)..<place)
        case 0x2D?: return afterDashes(at: place, in: window, regionStart)
        case let first? where first.isBlank:
            var start = place - 1
            while let previous = byte(place - start + 1), previous.isBlank, place - start < lookbehind - 4 {
                start -= 1
            }
            if start <= regionStart { return (.blanks, start..<place) }
            guard let lineBreak = byte(place - start + 1), lineBreak.isLineBreak else { break }
            let hasCR = lineBreak == 0x0A && byte(place - start + 2) == 0x0D
            return (.blanks, (start - (hasCR ? 2 : 1))..<place)
        default: break
        }
        return (.glued, place..<place)
    }

    /// What precedes a place that a dash stands before: a line of dashes, or other bytes.
    private static func afterDashes(
        at place: Int,
        in window: ByteWindow,
        _ regionStart: Int
    ) -> (precedent: Delimiter.Precedent, lead: Range<Int>) {
        var start = place
        while start > regionStart, place - start < lookbehind - 4, window[start - 1] == 0x2D { start -= 1 }
        if start == 0 { return (.dashes, start..<place) }
        guard start >= regionStart + 2, window[start - 1] == 0x0A, window[start - 2] == 0x0D else {
            return (.glued, place..<place)
        }
        return (.dashes, (start - 2)..<place)
    }
}

/// The rest of a line after a delimiter's text.
private struct LineRemainder {
    var closeForm: Delimiter.CloseForm?
    var textEnd: Int
    var padding: Range<Int>
    var junk: Range<Int>
    var ending: LineEnding
    /// Whether the body ends before the line can be classified.
    var isCut = false
    /// Whether a part's header line follows on the next line.
    var headerFollows = false
    /// Whether a part's header line follows directly, without a line break.
    var headerIsGlued = false
    /// Whether only line breaks follow to the end of the body.
    var endsBody = false

    init(after end: Int, in window: ByteWindow, atBodyEnd: Bool) {
        var place = end
        while window[place] == 0x2D, place - end < 256 { place += 1 }
        let dashes = place - end
        let afterDashes = window.skippingBlanks(from: place)
        let atLineEnd = window[afterDashes].map(\.isLineBreak) ?? atBodyEnd
        textEnd = end
        if dashes == 0 {
            let spaced = afterDashes
            var spacedEnd = spaced
            while window[spacedEnd] == 0x2D, spacedEnd - spaced < 3 { spacedEnd += 1 }
            let isLine = window[spacedEnd].map(\.isLineBreak) ?? atBodyEnd
            if spaced > end, spacedEnd - spaced == 2, isLine {
                closeForm = .spaced
                textEnd = spacedEnd
            } else if spaced > end, window[spaced] == nil, atBodyEnd {
                closeForm = .blanksOnly
            } else if window[spaced] == nil || (window[spaced] == 0x0D && window[spaced + 1] == nil) {
                isCut = atBodyEnd
            }
        } else if dashes == 1 {
            if atLineEnd {
                if window[afterDashes] == nil { isCut = true } else { closeForm = .oneDash }
                textEnd = end + 1
            }
        } else {
            closeForm = dashes > 2 && atLineEnd ? .extraDashes : .proper
            textEnd = end + (dashes > 2 && atLineEnd ? dashes : 2)
        }
        let paddingEnd = window.skippingBlanks(from: textEnd)
        padding = textEnd..<paddingEnd
        var lineEnd = paddingEnd
        while let byte = window[lineEnd], !byte.isLineBreak, lineEnd - paddingEnd < 256 { lineEnd += 1 }
        junk = paddingEnd..<lineEnd
        ending = window.lineEnding(at: lineEnd)
        headerFollows = window.beginsPartHeader(at: lineEnd + ending.length)
        if headerFollows, closeForm == .oneDash {
            // The header of a part follows no close delimiter: the dash is a stray byte.
            closeForm = nil
            textEnd = end
            padding = end..<end
            junk = end..<lineEnd
        }
        headerIsGlued = closeForm == nil && dashes == 0 && window.beginsPartHeader(at: end)
        if headerIsGlued {
            padding = end..<end
            junk = end..<end
            ending = .none
        }
        var rest = lineEnd
        while let byte = window[rest], byte.isLineBreak, rest - lineEnd < 256 { rest += 1 }
        endsBody = atBodyEnd && window[rest] == nil
    }
}

extension ByteWindow {
    fileprivate func skippingBlanks(from offset: Int) -> Int {
        var place = offset
        while let byte = self[place], byte.isBlank, place - offset < 256 { place += 1 }
        return place
    }

    fileprivate func lineEnding(at offset: Int) -> LineEnding {
        switch (self[offset], self[offset + 1], self[offset + 2]) {
        case (0x0D?, 0x0A?, _): .crlf
        case (0x0D?, 0x0D?, 0x0A?): .crcrlf
        case (0x0A?, _, _): .lf
        case (0x0D?, _, _): .cr
        default: .none
        }
    }

    /// Whether a `Content-…:` field line begins at an offset, after optional blanks and an extra line break.
    fileprivate func beginsPartHeader(at offset: Int) -> Bool {
        let name: StaticString = "content-"
        let place = skippingBlanks(from: offset)
        for index in 0..<name.utf8CodeUnitCount
        where self[place + index]?.lowercased != (name.utf8Start + index).pointee { return false }
        return true
    }
}
