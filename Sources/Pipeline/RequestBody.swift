import Bytes
import Connections
import Crypto
import Exchanges
import Forms
import Inspection

/// The body of one request while it arrives: read as a form where it is declared as one or shows itself to be one.
final class RequestBody {
    private enum Reading {
        /// The first bytes are looked at to see whether this is a form under another name.
        case sniffing([UInt8])
        /// The bytes go to the reader.
        case form
        /// It is no form.
        case other
    }

    /// Bytes that show whether a body that is not declared as a form is one all the same.
    private static let sniffedBytes = 4096

    private var reading: Reading
    private var reader: FormReader?
    private let limits: FormLimits
    private let bodyLimit: Int
    private let headers: HeaderMemory
    private var digests: PartDigests?
    private var keepsBytes: Bool
    private let coding: BodyCoding?

    /// The request's Content-Type.
    let mediaType: MediaType?
    /// Why bytes of the body are missing, in order.
    private(set) var gaps: [Subject.GapDescription] = []
    /// The number of bytes seen so far as they were framed, missing ones included.
    private(set) var length = 0
    /// The bytes that the form is made of, so without content codings, where they are kept.
    private(set) var bytes: [UInt8]?

    /// Prepares for the body of a request.
    ///
    /// - Parameters:
    ///   - fields: the request's field lines.
    ///   - options: limits, and what is wanted besides findings.
    ///   - keepsBytes: whether the bytes themselves are wanted.
    ///   - headers: the headers of parts read before.
    ///   - content: takes the parts' contents; `nil` where nobody wants them.
    init(
        fields: FieldSection,
        options: InspectionOptions,
        keepsBytes: Bool,
        headers: HeaderMemory = HeaderMemory(),
        content: ((Int, RawSpan) -> Void)?
    ) {
        limits = options.formLimits
        bodyLimit = options.bodyLimit
        self.keepsBytes = keepsBytes
        self.headers = headers
        bytes = keepsBytes ? [] : nil
        coding = BodyCoding(fields)
        mediaType = MediaType(fields)
        if options.wantsDigests { digests = PartDigests() }
        if let mediaType, mediaType.isMultipart(in: fields) {
            reading = .form
            reader = FormReader(
                declared: mediaType.declaredBoundaries(in: fields),
                limits: limits,
                headers: headers
            )
        } else {
            reading = .sniffing([])
            let isMultipart = mediaType?.isMultipart(in: fields) ?? false
            declared = isMultipart ? mediaType?.declaredBoundaries(in: fields) ?? [] : []
        }
        self.content = content
        listen()
    }

    private var declared: [[UInt8]] = []
    private let content: ((Int, RawSpan) -> Void)?

    /// Takes the next bytes.
    func push(_ span: RawSpan) {
        length += span.byteCount
        guard let coding else { return take(span) }
        coding.push(span) { take($0) }
    }

    /// What taking the content codings off came to; `nil` where none is declared.
    var decoding: ContentDecoding? { coding?.result }

    /// The offset in the body as it was framed of the bytes with which a byte of the form came.
    func framedOffset(of offset: Int) -> Int {
        guard let offsets = coding?.offsets, !offsets.isEmpty else { return offset }
        return offsets[min(offset, offsets.endOffset - 1)] ?? offset
    }

    /// Takes the next bytes of what the form is made of.
    private func take(_ span: RawSpan) {
        if keepsBytes { keep(span) }
        switch reading {
        case .form: reader?.push(span)
        case .other: return
        case .sniffing(var opening):
            let room = min(Self.sniffedBytes - opening.count, span.byteCount)
            span.extracting(0..<room).withUnsafeBytes { opening.append(contentsOf: $0) }
            if opening.count >= Self.sniffedBytes || !Self.mayBeForm(opening) {
                settle(opening)
                if room < span.byteCount { reader?.push(span.extracting(room..<span.byteCount)) }
            } else {
                reading = .sniffing(opening)
            }
        }
    }

    /// Is told of bytes that the capture lacks.
    func gap(length count: Int, cause: GapCause) {
        gaps.append(Subject.GapDescription(range: length..<(length + count), cause: cause.inWords))
        length += count
        let isFirst = decoding?.outcome != .cutOff
        if let coding, !coding.miss({ take($0) }), !isFirst { return }
        if case .sniffing(let opening) = reading { settle(opening) }
        reader?.gap(length: count)
    }

    /// Ends the body: the form in it, `nil` where there is none.
    func finish() -> Form? {
        coding?.finish { take($0) }
        if let decoding, !decoding.isDecoded, decoding.outcome != .plain, length > 0 { reader = nil }
        if case .sniffing(let opening) = reading { settle(opening) }
        return reader.take()?.finish()
    }

    /// The digests of the parts' contents, in order, in lower-case hexadecimal.
    func partDigests(count: Int) -> [String] { digests?.finish(count: count) ?? [] }

    private func settle(_ opening: [UInt8]) {
        guard ObservedBoundary(in: opening, declared: declared) != nil else {
            reading = .other
            return
        }
        reading = .form
        reader = FormReader(declared: declared, limits: limits, headers: headers)
        listen()
        reader?.push(opening.span.bytes)
    }

    private func listen() {
        guard reader != nil, digests != nil || content != nil else { return }
        let digests = digests
        let content = content
        reader?.content = { part, bytes in
            digests?.add(bytes, part: part)
            content?(part, bytes)
        }
    }

    private func keep(_ span: RawSpan) {
        guard bytes.map({ $0.count + span.byteCount <= bodyLimit }) ?? false else {
            bytes = nil
            keepsBytes = false
            return
        }
        span.withUnsafeBytes { bytes?.append(contentsOf: $0) }
    }

    /// Whether a body may be a form for all that its first bytes say: line breaks or a byte order mark, then dashes.
    private static func mayBeForm(_ opening: [UInt8]) -> Bool {
        let rest = opening.drop { $0.isLineBreak || $0.isBlank || $0 >= 0xBB }
        return rest.prefix(2).allSatisfy { $0 == 0x2D }
    }
}

/// The running digests of the contents of a form's parts.
private final class PartDigests {
    private var finished: [String] = []
    private var current: (part: Int, hash: SHA256)?

    func add(_ bytes: RawSpan, part: Int) {
        if current?.part != part { advance(to: part) }
        bytes.withUnsafeBytes { current?.hash.update(bufferPointer: $0) }
    }

    func finish(count: Int) -> [String] {
        advance(to: count + 1)
        return Array(finished.prefix(count))
    }

    /// Closes the digests of all parts before `part`; parts without content have the digest of nothing.
    private func advance(to part: Int) {
        if let current { finished.append(Self.text(current.hash.finalize())) }
        while finished.count < part - 1 { finished.append(Self.text(SHA256.hash(data: [UInt8]()))) }
        current = (part, SHA256())
    }

    private static func text(_ digest: SHA256Digest) -> String {
        digest.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}

extension GapCause {
    /// Why bytes are missing, as findings say it.
    fileprivate var inWords: String {
        switch self {
        case .notCaptured: "the capture lost them"
        case .snapLength: "the snap length of the capture cut them off"
        case .limit: "a limit of the reassembly was passed"
        case .notDecrypted: "they could not be decrypted"
        }
    }
}
