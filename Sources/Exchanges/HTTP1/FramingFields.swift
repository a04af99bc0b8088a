package import Bytes

/// What the fields of a head say about the end of its content, read tolerantly (RFC 9112 §6.1 to §6.3).
///
/// Nothing is judged here: rules read the field lines themselves. This only chooses the reading that makes
/// most sense of the bytes that follow.
package struct FramingFields {
    /// What Transfer-Encoding says.
    enum TransferCoding {
        /// There is no Transfer-Encoding, or only `identity`.
        case absent
        /// The last coding is chunked.
        case chunked
        /// Chunked is named, and not last.
        case chunkedNotLast
        /// Codings without chunked.
        case other
    }

    /// The value of Content-Length where it is valid, and single or repeated with the same value.
    package private(set) var declaredLength: Int?
    /// The length to read by: the first number in Content-Length, valid or not; at most half of `Int.max`.
    private(set) var readingLength: Int?
    /// What Transfer-Encoding says.
    private(set) var transferCoding = TransferCoding.absent
    /// Whether there is `Expect: 100-continue` (RFC 9110 §10.1.1).
    private(set) var expectsContinue = false

    private var lengthIsValid = true

    /// Reads the fields of a head.
    package init(_ fields: borrowing FieldSection) {
        let lengths = fields.count(of: .contentLength)
        if lengths <= 1, fields.count(of: .transferEncoding) == 0, fields.count(of: .expect) == 0 {
            // The usual case: one line with digits only, or none.
            if let length = fields.plainNumber(.contentLength) {
                (readingLength, declaredLength) = (length, length)
            } else if let value = fields.value(.contentLength) {
                readLength(value)
            }
        } else {
            for line in fields.lines where line.colon != nil { read(line, in: fields) }
        }
        if !lengthIsValid { declaredLength = nil }
    }

    private mutating func read(_ line: FieldLine, in fields: FieldSection) {
        let name = fields[line.name]
        let value = fields[line.value]
        if name.equalsIgnoringCase("expect") {
            expectsContinue = expectsContinue || value.equalsIgnoringCase("100-continue")
        } else if name.equalsIgnoringCase("content-length") {
            readLength(value)
        } else if name.equalsIgnoringCase("transfer-encoding") {
            readCodings(value)
        }
    }

    /// How the content of a request ends (RFC 9112 §6.3), and its length where Content-Length says.
    ///
    /// A request whose codings do not end with chunked should be refused. So that it can be judged all the
    /// same, its content is read by Content-Length where there is one, as chunks where chunked is named, and
    /// otherwise to the end of the stream.
    package var ofRequest: (framing: MessageFraming, length: Int) {
        switch (transferCoding, readingLength) {
        case (.chunked, _), (.chunkedNotLast, nil): (.chunked, 0)
        case (_, let length?): (.contentLength, length)
        case (.other, nil): (.untilClose, 0)
        case (.absent, nil): (.none, 0)
        }
    }

    /// How the content of a response ends (RFC 9112 §6.3), and its length where Content-Length says.
    package func ofResponse(status: Int, method: String) -> (framing: MessageFraming, length: Int) {
        if method == "HEAD" || status < 200 || status == 204 || status == 304 { return (.none, 0) }
        if method == "CONNECT", status < 300 { return (.none, 0) }
        return switch (transferCoding, readingLength) {
        case (.chunked, _): (.chunked, 0)
        case (.chunkedNotLast, _), (.other, _), (.absent, nil): (.untilClose, 0)
        case (.absent, let length?): (.contentLength, length)
        }
    }

    private mutating func readLength(_ value: ArraySlice<UInt8>) {
        for element in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let number = Number(element)
            if readingLength == nil { readingLength = number.value }
            guard number.isValid, let length = number.value, length == declaredLength ?? length else {
                lengthIsValid = false
                continue
            }
            declaredLength = length
        }
    }

    private mutating func readCodings(_ value: ArraySlice<UInt8>) {
        for element in value.split(separator: UInt8(ascii: ",")) {
            let coding = element.prefix { $0 != UInt8(ascii: ";") }.trimmedOfDisguise
            if coding.equalsIgnoringCase("chunked") {
                transferCoding = .chunked
            } else if coding.isEmpty || (coding.equalsIgnoringCase("identity") && transferCoding == .absent) {
                continue
            } else {
                transferCoding =
                    transferCoding == .absent || transferCoding == .other ? .other : .chunkedNotLast
            }
        }
    }
}

/// A number of Content-Length as some recipient would read it.
private struct Number {
    var value: Int?
    var isValid: Bool

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.trimmedOfDisguise
        isValid = true
        if rest.first == UInt8(ascii: "+") {
            isValid = false
            rest = rest.dropFirst()
        }
        let digits = rest.prefix(while: \.isDigit)
        guard !digits.isEmpty else {
            isValid = false
            return
        }
        isValid = isValid && digits.count == rest.count
        var number = 0
        for digit in digits {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            guard !overflow, product <= Int.max / 2 - 9 else {
                number = Int.max / 2
                isValid = false
                break
            }
            number = product + Int(digit - 0x30)
        }
        value = number
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without blanks, control characters and quotes at both ends, which make some recipients
    /// overlook a value.
    fileprivate var trimmedOfDisguise: ArraySlice<UInt8> {
        var slice = self
        while let first = slice.first, first <= 0x20 || first == UInt8(ascii: "\"") { slice.removeFirst() }
        while let last = slice.last, last <= 0x20 || last == UInt8(ascii: "\"") { slice.removeLast() }
        return slice
    }
}
