import Bytes
package import Forms

/// What a receiver finds in a form with faulty delimiters, as far as that was measured.
///
/// It is derived from the places recorded when the form was read, by what the versions of
/// ``Receiver/measuredVersion`` did with bodies that had one such place each.
package struct ReceiverReading: Hashable, Sendable {
    /// The result of reading a form.
    package enum Outcome: Hashable, Sendable {
        /// It finds these fields.
        case fields([FormReading.Field])
        /// It refuses the form.
        case refuses
    }

    /// The receiver.
    package let receiver: Receiver
    /// The result.
    package let outcome: Outcome

    /// The receivers of which it is known what they do at each such place.
    package static let receivers: [Receiver] = [
        .defnull, .pythonMultipart, .go, .php, .busboy, .werkzeug, .django,
    ]

    /// The readings of these receivers, in their order.
    package static func all(of form: Form) -> [ReceiverReading] {
        let sites = DelimiterCandidate.all(in: form)
        return receivers.map { receiver in
            ReceiverReading(receiver: receiver, outcome: outcome(of: form, sites, for: receiver))
        }
    }

    private static func outcome(
        of form: Form,
        _ sites: [DelimiterCandidate],
        for receiver: Receiver
    ) -> Outcome {
        var fields: [FormReading.Field] = []
        var open: (name: [UInt8]?, filename: [UInt8]?, start: Int)?
        func end(at offset: Int) {
            guard let field = open.take(), let name = field.name else { return }
            let content = field.start..<max(field.start, offset)
            fields.append(FormReading.Field(name: name, filename: field.filename, content: content))
        }
        if receiver == .pythonMultipart, form.hasTextBeforeDelimiter { return .refuses }
        var isClosed = false
        var headerOfPrevious: BodyPart?
        let endsLinesInLF = sites.first?.ending == .lf
        for (index, site) in sites.enumerated() {
            var treatment = receiver.treatment(of: site, isFirst: index == 0, isAfterClose: isClosed)
            if receiver == .go, endsLinesInLF { treatment = site.treatmentByGo }
            if treatment == .splits, let part = site.part { treatment = receiver.treatment(of: part) }
            guard treatment != .content else { continue }
            guard treatment != .refuses else { return .refuses }
            // Django takes the line break before a delimiter for its own: without one the header has no end.
            if receiver == .django, site.precedent == .blankLine { open = nil }
            end(at: site.contentEnd)
            let isClose = site.closeForm == .proper || site.closeForm == .extraDashes
            if isClose { isClosed = true }
            guard !isClose || receiver == .django else {
                guard receiver == .php else { break }
                continue
            }
            let next = sites[(index + 1)...].first { candidate in
                receiver.treatment(of: candidate, isFirst: false, isAfterClose: isClosed) != .content
            }
            open =
                treatment == .loses
                ? nil : site.beginning(in: form, before: next?.text.lowerBound ?? form.length)
            // These read on for a blank line: the next part's content comes under this part's name.
            if let earlier = headerOfPrevious.take() {
                open?.name = earlier.name.map(Array.init)
                open?.filename = earlier.filename.map(Array.init)
            }
            if receiver == .php || receiver == .werkzeug, let part = site.part, part.name != nil,
                part.headerEnd != .blankLine
            {
                headerOfPrevious = part
            }
        }
        guard !isClosed else { return .fields(fields) }
        switch receiver {
        case .go where form.ending == .afterDelimiter: return .fields(fields)
        case .go, .busboy, .defnull: return .refuses
        case .werkzeug: return .fields([])
        case .pythonMultipart: return .fields(fields)
        case .php:
            end(at: form.endWithoutBreak)
            return .fields(fields)
        default:
            end(at: form.length)
            return .fields(fields)
        }
    }
}

/// What a receiver does where the text of a delimiter occurs.
private enum DelimiterTreatment {
    /// It reads on: the bytes are content.
    case content
    /// It ends the content before, and begins a part.
    case splits
    /// It ends the content before, and finds no part after it.
    case loses
    /// It refuses the form.
    case refuses
}

extension Receiver {
    /// What the receiver does at a place, as measured with one such place in a body.
    fileprivate func treatment(
        of site: DelimiterCandidate,
        isFirst: Bool,
        isAfterClose: Bool
    ) -> DelimiterTreatment {
        guard self != .django else { return .splits }
        if site.isEmpty, self == .go || self == .pythonMultipart || self == .defnull { return .refuses }
        switch site.precedent {
        case .bodyStart, .crlf, .crcrlf, .headerLine, .delimiterLine, .gap: break
        case .blankLine: guard self == .go || self == .werkzeug else { return .content }
        case .lf where isFirst && self == .defnull: return .refuses
        case .lf:
            let skipsPreamble = isFirst && (self == .go || self == .pythonMultipart)
            guard self == .php || self == .werkzeug || skipsPreamble else { return .content }
        case .cr where isFirst && self == .defnull: return .refuses
        case .cr: guard self == .werkzeug || isFirst && self == .pythonMultipart else { return .content }
        case .blanks, .dashes, .glued:
            guard isFirst else { return .content }
            switch self {
            case .werkzeug: break
            case .pythonMultipart, .defnull: return .refuses
            default: return .content
            }
        }
        if let closeForm = site.closeForm {
            if self == .go, closeForm == .proper, site.junk != nil || site.ending == .lf { return .refuses }
            return treatment(ofCloseWritten: closeForm)
        }
        if isAfterClose, self == .php, site.hasPadding || site.junk != nil { return .content }
        return lineTreatment(of: site, isFirst: isFirst)
    }

    /// What the receiver does with a close delimiter; one that it does not recognise begins a part without a
    /// header.
    private func treatment(ofCloseWritten form: Delimiter.CloseForm) -> DelimiterTreatment {
        switch (form, self) {
        case (.extraDashes, .go): .refuses
        case (.proper, _), (.extraDashes, _): .splits
        case (_, .php): .loses
        case (.spaced, .pythonMultipart): .refuses
        default: .content
        }
    }

    /// What the receiver does with what follows a delimiter on its line.
    private func lineTreatment(of site: DelimiterCandidate, isFirst: Bool) -> DelimiterTreatment {
        if let junk = site.junk {
            switch self {
            case .php where junk == .afterNUL: return .splits
            case .werkzeug where junk == .whiteSpace: return .splits
            case .php, .busboy: return .loses
            case .defnull: return .refuses
            case .pythonMultipart: return isFirst || site.hasBlankBeforeJunk ? .refuses : .content
            case .go: return !isFirst && site.hasBlankBeforeJunk ? .refuses : .content
            default: return .content
            }
        }
        if site.hasPadding {
            switch self {
            case .php, .busboy: return .loses
            case .defnull: return .refuses
            case .pythonMultipart: return isFirst ? .refuses : .splits
            default: return .splits
            }
        }
        if site.ending == .none, site.part != nil { return treatmentOfGluedHeader(isFirst: isFirst) }
        switch (site.ending, self) {
        case (.lf, .go), (.lf, .defnull): return .refuses
        case (.lf, .pythonMultipart): return isFirst ? .refuses : .content
        case (.lf, .busboy): return .loses
        case (.cr, .php), (.crcrlf, .php), (.cr, .busboy), (.crcrlf, .busboy): return .loses
        case (.cr, .go), (.crcrlf, .go): return isFirst ? .content : .refuses
        case (.cr, .pythonMultipart), (.crcrlf, .pythonMultipart): return isFirst ? .refuses : .content
        case (.cr, .werkzeug), (.crcrlf, .werkzeug): return .splits
        case (.cr, _), (.crcrlf, _): return .refuses
        default: return .splits
        }
    }

    /// What the receiver does with a delimiter that a header line follows without a line break.
    private func treatmentOfGluedHeader(isFirst: Bool) -> DelimiterTreatment {
        switch self {
        case .php, .busboy: .loses
        case .defnull: .refuses
        case .pythonMultipart: isFirst ? .refuses : .content
        default: .content
        }
    }

    /// What the receiver does with the header lines of a part.
    fileprivate func treatment(of part: BodyPart) -> DelimiterTreatment {
        let features = part.headerFacts.features
        if features.contains(.missingColon) || part.headerEnd != .blankLine {
            switch self {
            case .php, .werkzeug, .django: return part.headerEnd == .blankLine ? .splits : .loses
            default: return .refuses
            }
        }
        guard features.contains(.otherLineEnding) || part.blankLine != .crlf else { return .splits }
        switch self {
        case .php, .werkzeug: return .splits
        case .go: return features.contains(.otherLineEnding) && part.blankLine == .cr ? .refuses : .splits
        case .django: return .loses
        default: return .refuses
        }
    }
}

extension DelimiterCandidate {
    /// What Go does where the first delimiter's line ended in LF, which it then uses as the line end
    /// throughout.
    fileprivate var treatmentByGo: DelimiterTreatment {
        switch precedent {
        case .bodyStart, .lf, .crlf, .blankLine, .headerLine, .delimiterLine:
            guard closeForm == nil else { return closeForm == .proper ? .splits : .content }
            return ending == .lf ? .splits : .refuses
        default: return .content
        }
    }
}

extension Form {
    /// Whether anything but line breaks stands before the first delimiter.
    fileprivate var hasTextBeforeDelimiter: Bool {
        !(kept[preamble] ?? []).allSatisfy(\.isLineBreak)
    }

    /// Where the last content ends for a receiver that takes the line break at the end of the body, or the beginning of
    /// a delimiter there, for the delimiter's.
    fileprivate var endWithoutBreak: Int {
        if case .inDelimiter(let cut) = ending { return cut.lowerBound }
        let last = kept.window(at: length, before: 2, after: 0).bytes
        return last.elementsEqual([0x0D, 0x0A]) ? length - 2 : length
    }
}
