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
        for index in 0..<fields.lineCount {
            switch fields.nameLength(at: index) {
            case 12 where fields.isNamed("content-type", at: index): contentTypes += 1
            case 14 where fields.isNamed("content-length", at: index):
                contentLengths += Self.isPlainNumber(fields[fields.line(at: index).value]) ? 1 : 2
            case 16 where fields.isNamed("content-encoding", at: index),
                17 where fields.isNamed("transfer-encoding", at: index):
                isCoded = true
            default: break
            }
        }
        self = []
        if contentTypes != 1 || !(mediaType?.isPlainFormData ?? false) { insert(.irregularContentType) }
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

    private static func isPlainNumber(_ value: ArraySlice<UInt8>) -> Bool {
        value.allSatisfy(\.isDigit) && (value.first != 0x30 || value.count == 1)
    }
}
