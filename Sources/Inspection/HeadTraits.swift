package import Bytes
package import Exchanges
package import Forms

/// What is unusual in the head and the framing of a request: rules that look for it are run only where it is.
package struct HeadTraits: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt16

    /// Makes a set of its bits.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Content-Type is not just `multipart/form-data; boundary=…` with letters, digits, dashes and underscores.
    package static let irregularContentType = HeadTraits(rawValue: 1 << 0)
    /// The content is not framed by one valid Content-Length that is just its length, or is coded or incomplete.
    package static let irregularFraming = HeadTraits(rawValue: 1 << 1)
    /// A line of an HTTP/1 head does not read `name: value` CR LF, or holds a control character.
    package static let irregularField = HeadTraits(rawValue: 1 << 2)
    /// There is not just one Host in an HTTP/1 head.
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

    /// Looks at a head.
    ///
    /// - Parameters:
    ///   - fields: the request's field lines.
    ///   - mediaType: the parsed Content-Type.
    ///   - request: the request; `nil` for a bare body, whose framing is nobody's business.
    package init(fields: borrowing FieldSection, mediaType: MediaType?, request: borrowing Message?) {
        var contentTypes = 0
        var contentLengths = 0
        var hosts = 0
        var isCoded = false
        var hasPlainLines = true
        self = []
        for index in 0..<fields.lineCount {
            let line = fields.line(at: index)
            if line.colon != line.name.upperBound || line.range.lowerBound != line.name.lowerBound {
                hasPlainLines = false
            }
            switch line.name.count {
            case 4 where fields.isNamed("host", at: index): hosts += 1
            case 6 where fields.isNamed("expect", at: index): insert(.expectation)
            case 12 where fields.isNamed("content-type", at: index): contentTypes += 1
            case 14 where fields.isNamed("content-length", at: index):
                contentLengths += Self.isPlainNumber(fields[line.value]) ? 1 : 2
            case 16 where fields.isNamed("content-encoding", at: index),
                17 where fields.isNamed("transfer-encoding", at: index):
                isCoded = true
            default: break
            }
        }
        if contentTypes != 1 || !(mediaType?.isPlainFormData ?? false) { insert(.irregularContentType) }
        if request != nil, contentLengths != 1 || isCoded { insert(.irregularFraming) }
        switch request {
        case .none: break
        case .some(let request) where request.framing == .h2Data: insert(.http2)
        case .some(let request) where !request.startLine.isEmpty:
            if hosts != 1 { insert(.irregularHost) }
            if !hasPlainLines || request.startLineEnding != .crlf
                || fields.controlCount != 2 * fields.lineCount
            {
                insert(.irregularField)
            }
        case .some: break
        }
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

extension FieldSection {
    private typealias Lanes = SIMD16<UInt8>

    /// How many control characters there are, line breaks included: two a line where all lines are plain.
    fileprivate var controlCount: Int {
        var count = 0
        var offset = 0
        bytes.withUnsafeBytes { buffer in
            // Sound: the last load ends where the bytes end or before.
            guard let base = buffer.baseAddress else { return }
            while offset + Lanes.scalarCount <= buffer.count {
                let lanes = (base + offset).loadUnaligned(as: Lanes.self)
                let isControl = (lanes .< Lanes(repeating: 0x20)) .| (lanes .== Lanes(repeating: 0x7F))
                let ones = Lanes(repeating: 0).replacing(with: 1, where: isControl)
                count += Int(ones.wrappedSum())
                offset += Lanes.scalarCount
            }
        }
        while offset < bytes.count {
            if bytes[offset].isControl { count += 1 }
            offset += 1
        }
        return count
    }
}
