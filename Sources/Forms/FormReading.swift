import Bytes

/// The fields that receivers of one kind find in the same bytes.
///
/// It is derived from the places recorded when the form was read; the body is not read again. Where places
/// were only counted (``FormLimits/occurrences``), it covers those that were recorded.
package struct FormReading: Hashable, Sendable {
    /// What a receiver accepts as a delimiter.
    package enum Kind: String, Hashable, CaseIterable, Sendable {
        /// A line of its own between CRLFs, with optional blanks after it, as in RFC 2046 §5.1.1.
        case strict
        /// The same, but a bare LF is a line break too.
        case lfTolerant = "lf-tolerant"
        /// Any line that begins with it.
        case prefixSplitting = "prefix-splitting"
        /// Any occurrence.
        case midlineSplitting = "midline-splitting"
    }

    /// A field as a receiver finds it.
    package struct Field: Hashable, Sendable {
        /// The raw bytes of the name, `nil` where there is none.
        package var name: [UInt8]?
        /// The raw bytes of the filename, `nil` where there is none.
        package var filename: [UInt8]?
        /// The content, as offsets in the body.
        package var content: Range<Int>

        /// Makes a field.
        package init(name: [UInt8]?, filename: [UInt8]?, content: Range<Int>) {
            self.name = name
            self.filename = filename
            self.content = content
        }
    }

    /// What the receiver accepts as a delimiter.
    package var kind: Kind
    /// The fields, in order.
    package var fields: [Field]
}

extension Form {
    /// How receivers of each kind read the form, in the order of ``FormReading/Kind``.
    package var readings: [FormReading] {
        let sites = DelimiterCandidate.all(in: self)
        return FormReading.Kind.allCases.map { reading($0, sites) }
    }

    /// The first place that some receivers accept as a delimiter and others do not, `nil` where all agree.
    package var disputedDelimiter: Range<Int>? {
        guard occurrenceCount > 0 || !trailingDelimiters.isEmpty || hasIrregularDelimiter else { return nil }
        return DelimiterCandidate.all(in: self).first { site in
            !FormReading.Kind.allCases.allSatisfy(site.splits)
        }?.text ?? trailingDelimiters.first?.text
    }

    private func reading(_ kind: FormReading.Kind, _ sites: [DelimiterCandidate]) -> FormReading {
        var reading = FormReading(kind: kind, fields: [])
        var open: (name: [UInt8]?, filename: [UInt8]?, start: Int)?
        func end(at offset: Int) {
            guard let field = open.take() else { return }
            let content = field.start..<max(field.start, offset)
            reading.fields.append(
                FormReading.Field(name: field.name, filename: field.filename, content: content)
            )
        }
        for (index, site) in sites.enumerated() where site.splits(kind) {
            end(at: site.contentEnd(kind))
            if site.isClose(kind) {
                guard kind.readsOnAfterClose else { return reading }
                continue
            }
            let next = sites[(index + 1)...].first { $0.splits(kind) }?.text.lowerBound ?? length
            open = site.beginning(in: self, before: next)
        }
        if case .inDelimiter(let cut) = ending { end(at: cut.lowerBound) } else { end(at: length) }
        return reading
    }
}

extension FormReading.Kind {
    /// Whether bytes after the close delimiter are read too, as in PHP and Django.
    fileprivate var readsOnAfterClose: Bool { self == .prefixSplitting || self == .midlineSplitting }
}
