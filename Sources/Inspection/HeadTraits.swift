package import Bytes
package import Exchanges
package import Forms

/// What is unusual in the head and the framing of a request: rules that look for it are run only where it
/// occurs.
package struct HeadTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt16

    /// Makes a set of its bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Content-Type is not just `multipart/form-data; boundary=…` with letters, digits, dashes and underscores, or is
    /// longer than some receiver accepts.
    package static let irregularContentType = HeadTraits(rawValue: 1 << 0)
    /// The content is not framed by one valid Content-Length with its exact length, or is coded or
    /// incomplete.
    package static let irregularFraming = HeadTraits(rawValue: 1 << 1)
    /// A line of an HTTP/1 head does not read `name: value` CR LF, or holds a control character.
    package static let irregularField = HeadTraits(rawValue: 1 << 2)
    /// An HTTP/1 head does not have exactly one Host, or an irregular line of it may be meant as one.
    package static let irregularHost = HeadTraits(rawValue: 1 << 3)
    /// There is an Expect field.
    package static let expectation = HeadTraits(rawValue: 1 << 4)
    /// The method is not POST.
    package static let otherMethod = HeadTraits(rawValue: 1 << 5)
    /// The request came over HTTP/2.
    package static let http2 = HeadTraits(rawValue: 1 << 6)
    /// The server refused before the request was complete, or the request may follow from an earlier one.
    package static let aftermath = HeadTraits(rawValue: 1 << 7)
    /// The source is a recorder's log: it proves less than the wire does, or notes a media type of its own.
    package static let recorded = HeadTraits(rawValue: 1 << 8)
    /// A boundary in Content-Type is not random.
    package static let weakBoundary = HeadTraits(rawValue: 1 << 9)

    /// Bytes of the request are not in the source, or the source's copy of it is damaged.
    package static let incomplete = HeadTraits(rawValue: 1 << 10)

    /// Looks at the request of an exchange that does not follow from earlier uploads.
    init(_ exchange: borrowing Exchange, _ request: Message, _ mediaType: MediaType?) {
        self = []
        // The fields are looked at where they stand: handed on, they would be copied.
        addType(
            mediaType,
            isSingle: request.head.fields.hasPlainLines && request.head.fields.count(of: .contentType) == 1
        )
        if request.head.fields.count(of: .expect) > 0 { insert(.expectation) }
        addFraming(request)
        add(
            method: exchange.method,
            exchange.outcome,
            exchange.fidelity,
            notedContentType: exchange.notedContentType
        )
        if exchange.isDamaged { insert(.incomplete) }
    }

    /// Adds what is unusual in an exchange.
    mutating func add(method: String, _ outcome: Outcome, _ fidelity: Fidelity, notedContentType: String?) {
        if method != "POST" { insert(.otherMethod) }
        // Matched rather than compared: for types of another module, `==` goes through a witness table.
        if case .rejectedEarly = outcome { insert(.aftermath) }
        if case .wire = fidelity, notedContentType == nil { return }
        insert(.recorded)
    }

    /// Looks at a head.
    ///
    /// - Parameters:
    ///   - fields: the request's field lines.
    ///   - mediaType: the parsed Content-Type.
    ///   - request: the request; `nil` for a bare body, whose framing is not judged.
    package init(fields: FieldSection, mediaType: MediaType?, request: Message?) {
        self = []
        addType(mediaType, isSingle: fields.hasPlainLines && fields.count(of: .contentType) == 1)
        if fields.count(of: .expect) > 0 { insert(.expectation) }
        if let request { addFraming(request) }
    }

    /// Looks at the Content-Type; `isSingle` says that there is one, in plain field lines.
    private mutating func addType(_ mediaType: MediaType?, isSingle: Bool) {
        let isPlainType =
            isSingle && (mediaType?.isPlainFormData ?? false)
            && mediaType?.line.value.count ?? 0 <= Self.acceptedContentType
        if !isPlainType { insert(.irregularContentType) }
        if mediaType?.hasWeakBoundary ?? false { insert(.weakBoundary) }
    }

    private mutating func addFraming(_ request: Message) {
        let isCoded =
            request.head.fields.count(of: .contentEncoding) > 0
            || request.head.fields.count(of: .transferEncoding) > 0
        let hasOneLength =
            request.head.fields.count(of: .contentLength) == 1
            && request.head.fields.value(.contentLength).map(Self.isPlainNumber) ?? false
        if isCoded || !hasOneLength { insert(.irregularFraming) }
        switch request.head.framing {
        case .h2Data: insert(.http2)
        default:
            guard request.head.hasStartLine else { break }
            let isPlain = request.head.fields.hasPlainLines
            if request.head.fields.count(of: .host) != 1 || !isPlain { insert(.irregularHost) }
            if case .crlf = request.head.startLineEnding, isPlain { break }
            insert(.irregularField)
        }
        if !request.isWhole {
            insert(.irregularFraming)
            let completion = request.content.completion
            if completion == .captureEnded || request.content.missingBytes > 0 { insert(.incomplete) }
        }
        if request.head.hasGap { insert(.incomplete) }
    }

    /// Bytes of a Content-Type, and so of the boundary in it, that every known receiver accepts.
    private static let acceptedContentType = ReceiverLimit.all.lowest(.boundaryLength, .contentTypeLength)

    private static func isPlainNumber(_ value: ArraySlice<UInt8>) -> Bool {
        value.allSatisfy(\.isDigit) && (value.first != 0x30 || value.count == 1)
    }
}
