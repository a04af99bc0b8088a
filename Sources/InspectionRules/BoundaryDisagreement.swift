import Bytes
import Forms
import Inspection

/// How the boundary that delimits a body differs from the one that Content-Type declares.
///
/// Dashes are not counted by themselves: `------WebKit…` is right under `----WebKit…`. The body's line is
/// compared with the declared value after two dashes. (RFC 2046 §5.1.1.)
struct BoundaryDisagreement {
    /// Where the two differ.
    enum Kind {
        /// The declared value begins with the two dashes that belong to the delimiter: it is the body's line itself.
        case headerIncludesDashes
        /// The delimiters lack the two dashes, or one of them.
        case bodyMissingDashes
        /// The delimiters have more dashes than they should.
        case bodyExtraDashes
        /// The letters differ in case alone.
        case letterCase
        /// They are different texts.
        case other
    }

    /// Where they differ.
    let kind: Kind
    /// The boundary parameter.
    let parameter: Parameter
    /// Its value, quoted pairs resolved.
    let declared: [UInt8]
    /// What the body has in place of the delimiter, dashes included.
    let delimiter: [UInt8]
    /// The offset in the body at which that first occurs.
    let offset: Int

    /// Compares the two; `nil` where the body is read by a declared boundary, or shows none.
    ///
    /// Blanks at the end of the declared value do not count: they are `boundary/trailing-space`.
    init?(_ context: borrowing RuleContext) {
        guard context.isMultipart, let mediaType = context.mediaType, let form = context.form,
            form.usesObservedBoundary, let offset = form.firstDelimiterOffset
        else { return nil }
        var chosen: (kind: Kind, parameter: Parameter, declared: [UInt8])?
        for parameter in mediaType.boundaries.prefix(16) where parameter.quoting != .absent {
            var declared = parameter.unescapedValue(in: context.fields)
            while declared.last?.isBlank ?? false { declared.removeLast() }
            guard !declared.isEmpty else { continue }
            let isSame =
                form.delimiterText.count == declared.count + 2
                && form.delimiterText.elementsEqual([0x2D, 0x2D] + declared)
            guard !isSame else { return nil }
            let kind = Self.kind(of: form.delimiterText, against: declared)
            if chosen == nil || (chosen?.kind == .other && kind != .other) {
                chosen = (kind, parameter, declared)
            }
        }
        guard let chosen else { return nil }
        kind = chosen.kind
        parameter = chosen.parameter
        declared = chosen.declared
        delimiter = form.delimiterText
        self.offset = offset
    }

    private static func kind(of delimiter: [UInt8], against declared: [UInt8]) -> Kind {
        let core = declared.drop { $0 == 0x2D }
        let bodyCore = delimiter.drop { $0 == 0x2D }
        let dashes = declared.count - core.count
        let bodyDashes = delimiter.count - bodyCore.count
        if core.elementsEqual(bodyCore) {
            if bodyDashes > dashes + 2 { return .bodyExtraDashes }
            return bodyDashes == dashes && includesDelimiterDashes(dashes)
                ? .headerIncludesDashes : .bodyMissingDashes
        }
        let isCase =
            bodyDashes == dashes + 2 && core.count == bodyCore.count
            && zip(core, bodyCore).allSatisfy { $0.lowercased == $1.lowercased }
        return isCase ? .letterCase : .other
    }
}

extension BoundaryDisagreement {
    /// Whether the declared value is what a language prints for the body's boundary as an optional of Swift or as bytes of
    /// Python.
    var isPrinted: Bool {
        let body = delimiter.dropFirst(2)
        guard kind == .other, declared.count <= body.count + 12 else { return false }
        return declared.elementsEqual(Array("Optional(\"".utf8) + body + Array("\")".utf8))
            || declared.elementsEqual(Array("b'".utf8) + body + Array("'".utf8))
    }

    /// Whether the declared value is the name of the parameter, an equals sign and the body's boundary.
    var repeatsName: Bool {
        kind == .other && declared[...].startsIgnoringCase(with: "boundary=")
            && declared.dropFirst(9).elementsEqual(delimiter.dropFirst(2))
    }

    /// Whether the body's boundary is another text, and not what a reader finds that stops within the declared one.
    var isOfOtherTexts: Bool { kind == .other && !declared.starts(with: delimiter.dropFirst(2)) }
}

extension BoundaryDisagreement {
    /// Whether a declared boundary that equals the body's line includes the delimiter's two dashes.
    ///
    /// A boundary may begin with dashes of its own, so both readings are possible. The one is chosen whose
    /// boundary has a form that clients make: without dashes, or with as many as browsers, curl and form-data
    /// write.
    private static func includesDelimiterDashes(_ dashes: Int) -> Bool {
        guard dashes >= 2 else { return false }
        let isOwn = boundaryDashes.contains(dashes)
        return !isOwn || boundaryDashes.contains(dashes - 2)
    }

    /// How many dashes the boundaries of known clients begin with.
    private static let boundaryDashes: Set<Int> = [0, 4, 24, 26, 27, 28, 29]
}

extension Form {
    /// The offset of the first delimiter's text in the body, `nil` where there is none.
    fileprivate var firstDelimiterOffset: Int? {
        [
            parts.first?.delimiter.text.lowerBound, emptyDelimiters.first?.text.lowerBound,
            close?.text.lowerBound,
        ].compactMap(\.self).min()
    }
}
