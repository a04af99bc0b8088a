package import Exchanges
package import Forms

extension RequestInspection {
    /// The form in the body, once that has ended; `nil` where there is none.
    package var form: Form? {
        mutating get {
            if case .regular = reading, readForm == nil { makeForm() }
            return readForm
        }
    }

    /// Whether content codings are taken off the body, so that few bytes may become many.
    package var expands: Bool {
        // Mutating, so that the inspection is not copied for it.
        mutating get { coding != nil }
    }

    /// How much room is made for a body before it comes, in bytes: most forms without a file are shorter.
    private static let reservedBytes = 16 << 10

    /// How much room is made for a body of a length, in bytes.
    ///
    /// One of few numbers: where forms keep their bodies, the memory of one serves for another then.
    static func room(for length: Int) -> Int {
        let length = min(length, reservedBytes)
        guard length > 256 else { return length }
        let step = 1 << (Int.bitWidth - 4 - length.leadingZeroBitCount)
        return (length + step - 1) / step * step
    }

    private mutating func makeForm() {
        // The form keeps these bytes, and little room beside them.
        let isTight = gathered.capacity < gathered.count + gathered.count / 8 + 64
        let body = isTight ? gathered : gathered.withUnsafeBytes { Array($0) }
        let others = mediaType?.isPlainFormData ?? false ? nil : declared
        readForm = Form(regular, of: body, declared: others, limits: settings.formLimits)
        if isTight { gathered = [] } else { gathered.removeAll(keepingCapacity: true) }
        regular.removeAll()
    }

    /// Judges a request without making its form; `nil` where a rule may read that, or it is not in regular form.
    ///
    /// - Parameters:
    ///   - exchange: the exchange, which does not follow from earlier uploads.
    ///   - limit: findings below this severity are only counted, so that they need not be made; `nil` for none.
    /// - Returns: what is known then.
    package mutating func judgeWithoutForm(
        _ exchange: borrowing Exchange,
        countingBelow limit: Severity? = nil
    ) -> FormlessVerdict? {
        guard case .regular = reading, coding == nil, gaps.isEmpty, exchange.fidelity > .heads,
            !exchange.isDamaged, let request = exchange.request, request.isWhole
        else { return nil }
        let traits = traitsOfRegular()
        let headTraits = HeadTraits(exchange, request, mediaType)
        var findings: [Finding] = []
        var unmade: Severity?
        switch settings.inspector.extent(of: traits, headTraits, exchange.fidelity) {
        case .none: break
        case .headAlone:
            if let limit {
                unmade = settings.inspector.soleSeverity(traits, headTraits, exchange.fidelity, mediaType)
                if let severity = unmade, severity >= limit { unmade = nil }
            }
            guard unmade == nil else { break }
            findings = settings.inspector.judge(
                RuleContext(
                    exchange: exchange,
                    request: request,
                    mediaType: mediaType,
                    form: nil,
                    formTraits: traits,
                    headTraits: headTraits
                )
            )
        case .form:
            self.headTraits = headTraits
            return nil
        }
        let extent =
            readForm.map { FormExtent($0) }
            ?? FormExtent(partCount: regular.parts.count, length: gathered.count)
        return FormlessVerdict(extent: extent, findings: findings, unmade: unmade)
    }

    /// The verdict on a request that was judged without its form, with the form.
    package mutating func completed(_ verdict: consuming FormlessVerdict) -> RequestVerdict {
        RequestVerdict(form: form, findings: (consume verdict).findings, isUpload: true, isMultipart: true)
    }

    /// The traits of a form in regular form.
    private mutating func traitsOfRegular() -> FormTraits {
        if let formTraits { return formTraits }
        let limit = settings.formLimits.contentSample
        let traits = readForm.map { FormTraits($0) } ?? FormTraits(regular, of: gathered, sampleLimit: limit)
        formTraits = traits
        return traits
    }

    /// The boundaries by which the body is read.
    var declared: [[UInt8]] {
        guard let mediaType, mediaType.isMultipart else { return leakedBoundary.map { [$0] } ?? [] }
        return mediaType.declaredBoundaries
    }
}
