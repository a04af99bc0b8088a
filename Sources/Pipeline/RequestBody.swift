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
        /// The bytes are gathered while they may be a small form.
        case gathering
        /// The bytes go to the reader.
        case form
        /// It is no form.
        case other
    }

    /// Bytes that show whether a body that is not declared as a form is one all the same.
    private static let sniffedBytes = 4096

    private var reading = Reading.other
    private var reader: FormReader?
    private let options: InspectionOptions
    private let headers: PartHeaderCache
    private var digests: PartDigests?
    private var keepsBytes = false
    private var coding: BodyCoding?
    private var declared: [[UInt8]] = []
    private var gathered: [UInt8] = []
    private var content: ((Int, RawSpan) -> Void)?

    /// The request's Content-Type.
    private(set) var mediaType: MediaType?
    /// Why bytes of the body are missing, in order.
    private(set) var gaps: [RuleContext.GapDescription] = []
    /// The number of bytes seen so far as they were framed, missing ones included.
    private(set) var length = 0
    /// The bytes that the form is made of, so without content codings, where they are kept.
    private(set) var bytes: [UInt8]?
    /// The first bytes of what is no form, where they are wanted.
    private(set) var opening: [UInt8] = []
    /// How many more of them are wanted.
    private var openingRoom = 0

    /// Makes a reader of bodies.
    ///
    /// - Parameters:
    ///   - options: limits, and what is wanted besides findings.
    ///   - headers: the fields that were read before.
    init(options: InspectionOptions, headers: PartHeaderCache = PartHeaderCache()) {
        self.options = options
        self.headers = headers
    }

    /// Begins the body of a request; what was known of another one is forgotten.
    ///
    /// - Parameters:
    ///   - fields: the request's field lines.
    ///   - keepsBytes: whether the bytes themselves are wanted.
    ///   - content: takes the parts' contents; `nil` where nobody wants them.
    func begin(
        fields: FieldSection,
        keepsBytes: Bool,
        content: ((Int, RawSpan) -> Void)?
    ) {
        self.keepsBytes = keepsBytes
        self.content = content
        bytes = keepsBytes ? [] : nil
        length = 0
        if !opening.isEmpty { opening = [] }
        openingRoom = options.openingBytes
        gathered.removeAll(keepingCapacity: true)
        if !gaps.isEmpty { gaps = [] }
        digests = options.wantsDigests ? PartDigests() : nil
        mediaType = headers.mediaType(of: fields)
        let isMultipart = mediaType?.isMultipart ?? false
        declared = isMultipart ? mediaType?.declaredBoundaries ?? [] : []
        let isDecoded = options.takesDecodedBodies || fields.count(of: .contentEncoding) == 0
        coding = isDecoded ? nil : BodyCoding(fields)
        if isMultipart {
            if content == nil, digests == nil { reading = .gathering } else { beginForm() }
        } else {
            reading = .sniffing([])
            reader = nil
        }
    }

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
        case .gathering:
            if !Self.gather(span, into: &gathered, limit: options.formLimits.wholeBody) {
                readGathered()
                reader?.push(span)
            }
        case .other: keepOpening(span)
        case .sniffing(var opening):
            let room = min(Self.sniffedBytes - opening.count, span.byteCount)
            span.extracting(0..<room).withUnsafeBytes { opening.append(contentsOf: $0) }
            if opening.count >= Self.sniffedBytes || !Self.mayBeForm(opening) {
                settle(opening)
                if room < span.byteCount {
                    let rest = span.extracting(room..<span.byteCount)
                    reader?.push(rest)
                    if case .other = reading { keepOpening(rest) }
                }
            } else {
                reading = .sniffing(opening)
            }
        }
    }

    /// Is told of bytes that the capture lacks.
    func gap(length count: Int, cause: GapCause) {
        gaps.append(RuleContext.GapDescription(range: length..<(length + count), cause: cause.inWords))
        length += count
        let isFirst = decoding?.outcome != .cutOff
        if let coding, !coding.miss({ take($0) }), !isFirst { return }
        if case .sniffing(let opening) = reading { settle(opening) }
        if case .gathering = reading { readGathered() }
        openingRoom = 0
        reader?.gap(length: count)
    }

    /// Ends the body: the form in it, `nil` where there is none.
    func finish() -> Form? {
        coding?.finish { take($0) }
        if let decoding, !decoding.isDecoded, decoding.outcome != .plain, length > 0 {
            reader = nil
            if case .gathering = reading { reading = .other }
        }
        if case .sniffing(let opening) = reading { settle(opening) }
        if case .gathering = reading {
            let body = gathered.withUnsafeBytes { Array($0) }
            if let form = Form(regular: body, declared: declared, limits: options.formLimits, headers) {
                gathered.removeAll(keepingCapacity: true)
                return form
            }
            readGathered()
        }
        return reader.take()?.finish()
    }

    /// The digests of the parts' contents, in order, in lower-case hexadecimal.
    func partDigests(count: Int) -> [String] { digests?.finish(count: count) ?? [] }

    private func settle(_ opening: [UInt8]) {
        guard ObservedBoundary(in: opening, declared: declared) != nil else {
            reading = .other
            keepOpening(opening.span.bytes)
            return
        }
        beginForm()
        reader?.push(opening.span.bytes)
    }

    /// Goes over to the reader, with what was gathered.
    private func readGathered() {
        beginForm()
        reader?.push(gathered.span.bytes)
        gathered.removeAll(keepingCapacity: true)
    }

    private func beginForm() {
        reading = .form
        reader = FormReader(declared: declared, limits: options.formLimits, headers: headers)
        guard digests != nil || content != nil else { return }
        let digests = digests
        let content = content
        reader?.content = { part, bytes in
            digests?.add(bytes, part: part)
            content?(part, bytes)
        }
    }

    private func keepOpening(_ span: RawSpan) {
        let count = min(openingRoom, span.byteCount)
        guard count > 0 else { return }
        span.extracting(0..<count).withUnsafeBytes { opening.append(contentsOf: $0) }
        openingRoom -= count
    }

    private func keep(_ span: RawSpan) {
        guard bytes.map({ $0.count + span.byteCount <= options.bodyLimit }) ?? false else {
            bytes = nil
            keepsBytes = false
            return
        }
        span.withUnsafeBytes { bytes?.append(contentsOf: $0) }
    }

    /// Adds bytes where less than `limit` of them come together so; says whether they were added.
    private static func gather(_ span: RawSpan, into gathered: inout [UInt8], limit: Int) -> Bool {
        guard gathered.count + span.byteCount < limit else { return false }
        span.withUnsafeBytes { gathered.append(contentsOf: $0) }
        return true
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
