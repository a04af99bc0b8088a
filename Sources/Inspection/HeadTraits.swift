package import Bytes
package import Exchanges
package import Forms

/// What is unusual in the head and the framing of a request: rules that look for it are run only where it is.
package struct HeadTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set of its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Content-Type is not just `multipart/form-data; boundary=…` with letters, digits, dashes and underscores.
    package static let irregularContentType = HeadTraits(rawValue: 1 << 0)
    /// The content is not framed by one valid Content-Length that is just its length, or is coded or incomplete.
    package static let irregularFraming = HeadTraits(rawValue: 1 << 1)

    /// Looks at a head.
    ///
    /// - Parameters:
    ///   - fields: the request's field lines.
    ///   - mediaType: the parsed Content-Type.
    ///   - request: the request; `nil` for a bare body, whose framing is nobody's business.
    package init(fields: borrowing FieldSection, mediaType: MediaType?, request: borrowing Message?) {
        var contentTypes = 0
        var contentLengths = 0
        var isCoded = false
        for line in fields.lines {
            let name = fields[line.name]
            // Every name that matters here begins with "content-" or "transfer-".
            guard name.count >= 12, let first = name.first?.lowercased else { continue }
            if first == UInt8(ascii: "c") {
                if name.equalsIgnoringCase("content-type") { contentTypes += 1 }
                if name.equalsIgnoringCase("content-length") {
                    contentLengths += Self.isPlainNumber(fields[line.value]) ? 1 : 2
                }
                if name.equalsIgnoringCase("content-encoding") { isCoded = true }
            } else if first == UInt8(ascii: "t"), name.equalsIgnoringCase("transfer-encoding") {
                isCoded = true
            }
        }
        self = []
        if contentTypes != 1 || !Self.isPlain(mediaType, in: fields) { insert(.irregularContentType) }
        if request != nil, contentLengths != 1 || isCoded { insert(.irregularFraming) }
        switch request {
        case .none: break
        case .some(let request):
            let isWhole =
                request.framing == .contentLength && request.declaredLength == request.bodyLength
                && request.completion == .complete && request.missingBytes == 0 && request.excessLength == 0
                && request.faults.isEmpty
            if !isWhole { insert(.irregularFraming) }
        }
    }

    private static func isPlain(_ mediaType: MediaType?, in fields: borrowing FieldSection) -> Bool {
        guard let mediaType else { return false }
        let value = mediaType.value
        guard value.parameters.count == 1, value.separator == .semicolon, value.emptyParameters.isEmpty,
            mediaType.line.foldCount == 0, let boundary = mediaType.boundaries.first,
            boundary.quoting == .bare, (1...70).contains(boundary.value.count),
            boundary.blanksAroundEquals.isEmpty, boundary.junk.isEmpty
        else { return false }
        return fields[mediaType.type].equals("multipart/form-data")
            && fields[boundary.name].equals("boundary")
            && fields[mediaType.type.upperBound..<boundary.name.lowerBound].allSatisfy(isPrintable)
            && fields[boundary.value].allSatisfy(isPlain)
            && fields[boundary.value.upperBound..<mediaType.line.value.upperBound].allSatisfy(isPrintable)
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5F }

    private static func isPlainNumber(_ value: ArraySlice<UInt8>) -> Bool {
        value.allSatisfy(\.isDigit) && (value.first != 0x30 || value.count == 1)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isDigit || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
