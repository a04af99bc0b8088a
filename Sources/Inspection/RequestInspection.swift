package import Bytes
package import Exchanges
package import Forms

/// Judges one request while it arrives: the verdict is there when its last byte is.
///
/// ```
///   begin(head) ──► push(bytes) · gap(length) ──► finish() ──► judge(exchange) ─► verdict
///                                                                   └ again, when a response or stray bytes came
/// ```
/// The body is read once: as a form where it is declared as one or looks like one. What comes after it amends
/// the verdict without reading it again. One inspection can be used for one request after another.
package struct RequestInspection: Sendable {
    enum Reading {
        /// The first bytes are examined to see whether this is a form under another name.
        case sniffing([UInt8])
        /// The bytes are collected while they may be a small form.
        case gathering
        /// They are those of a form in regular form, which is made when it is asked for.
        case regular
        /// The bytes go to the form reader.
        case form
        /// It is not a form.
        case other
    }

    /// How many bytes are examined to see whether a body that is not declared as a form is one all the same.
    private static let sniffedBytes = 4096

    let settings: InspectionSettings
    var reading = Reading.other
    private var reader: FormReader?
    private var keepsBytes = false
    var coding: BodyCoding?
    var gathered: [UInt8] = []
    var regular = RegularForm()
    var readForm: Form?
    /// The traits of a form in regular form, once they were asked for.
    var formTraits: FormTraits?
    /// Those of its head and framing, for the judgement that follows.
    var headTraits: HeadTraits?
    private var collectsContent = false
    /// The boundary in the fields that the body begins with, where these declare a form.
    var leakedBoundary: [UInt8]?
    /// The field lines that the request was begun with.
    package private(set) var fields = FieldSection()
    /// How many more of the first bytes of a body without a form are wanted.
    private var openingRoom = 0

    /// The request's Content-Type.
    package private(set) var mediaType: MediaType?
    /// Why bytes of the body are missing, in order.
    package private(set) var gaps: [RuleContext.GapDescription] = []
    /// The number of bytes seen so far as they were framed, missing ones included.
    package private(set) var length = 0
    /// The bytes that the form is made of, so without content codings, where they are kept.
    package private(set) var bytes: [UInt8]?
    /// The first bytes of a body without a form, where they are wanted.
    package private(set) var opening: [UInt8] = []
    /// Whether the body has ended.
    package private(set) var hasFinished = false

    /// Memory that an inspection needs and can lend to another one when its request is over.
    package struct Buffers: Sendable {
        fileprivate var gathered: [UInt8] = []
        fileprivate var regular = RegularForm()

        /// Makes empty buffers.
        package init() {}
    }

    /// An estimate of the bytes that what is in its buffers, and its form, take in memory.
    package var memoryBytes: Int {
        mutating get {
            ArrayGrowth.bytes(gathered.count) + regular.memoryBytes + (reader?.memoryBytes ?? 0)
                + (readForm?.memoryBytes ?? 0)
        }
    }

    /// Exchanges its buffers with others; useful before a request begins, and when it is over.
    package mutating func swapBuffers(_ buffers: inout Buffers) {
        swap(&gathered, &buffers.gathered)
        swap(&regular, &buffers.regular)
    }

    /// Drops the state of a request that is over.
    package mutating func reset() {
        readForm = nil
        formTraits = nil
        headTraits = nil
        // To assign `nil` to either destroys several hundred bytes, which hold nothing of most requests.
        if reader != nil { reader = nil }
        if coding != nil { coding = nil }
        bytes = nil
        fields = FieldSection()
    }

    /// Makes an inspection of which no request has begun.
    package init(_ settings: InspectionSettings) {
        self.settings = settings
    }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - fields: the field lines of its head; for a bare body, one Content-Type line.
    ///   - declaredLength: the length of its body in bytes, where the head says it.
    ///   - keepsBytes: whether the bytes themselves are wanted.
    ///   - collectsContent: whether the contents of parts are wanted, see ``takeContent()``.
    package mutating func begin(
        _ fields: FieldSection,
        declaredLength: Int? = nil,
        keepsBytes: Bool = false,
        collectsContent: Bool = false
    ) {
        self.fields = fields
        self.keepsBytes = keepsBytes
        self.collectsContent = collectsContent
        bytes = keepsBytes ? [] : nil
        length = 0
        readForm = nil
        formTraits = nil
        headTraits = nil
        hasFinished = false
        leakedBoundary = nil
        if !opening.isEmpty { opening = [] }
        openingRoom = settings.openingBytes
        gathered.removeAll(keepingCapacity: true)
        if !gaps.isEmpty { gaps = [] }
        mediaType = MediaType(fields)
        let isMultipart = mediaType?.isMultipart ?? false
        let isDecoded = settings.takesDecodedBodies || fields.count(of: .contentEncoding) == 0
        if coding != nil { coding = nil }
        if !isDecoded { coding = settings.decoder(fields).map { BodyCoding($0) } }
        if isMultipart {
            if collectsContent {
                beginForm()
            } else {
                reading = .gathering
                if let declaredLength { gathered.reserveCapacity(Self.room(for: declaredLength)) }
            }
        } else {
            reading = .sniffing([])
            if reader != nil { reader = nil }
        }
    }

    /// Takes the next bytes of the body, transfer coding taken off.
    package mutating func push(_ span: RawSpan) {
        length += span.byteCount
        guard coding != nil, var coding = coding.take() else { return take(span) }
        coding.push(span) { take($0) }
        self.coding = coding
    }

    /// The next `count` bytes of the body are missing.
    package mutating func gap(length count: Int, cause: GapCause) {
        gaps.append(RuleContext.GapDescription(range: length..<(length + count), cause: cause.inWords))
        length += count
        if var coding = coding.take() {
            let isFirst = coding.result.outcome != .cutOff
            let canGoOn = coding.miss { take($0) }
            self.coding = coding
            if !canGoOn, !isFirst { return }
        }
        if case .sniffing(let opening) = reading { settle(opening) }
        if case .gathering = reading { readGathered() }
        openingRoom = 0
        reader?.gap(length: count)
    }

    /// Ends the body.
    package mutating func finish() {
        guard !hasFinished else { return }
        hasFinished = true
        if coding != nil, var coding = coding.take() {
            coding.finish { take($0) }
            let result = coding.result
            self.coding = coding
            if !result.isDecoded, result.outcome != .plain, length > 0 {
                reader = nil
                if case .gathering = reading { reading = .other }
            }
        }
        if case .sniffing(let opening) = reading { settle(opening) }
        if case .gathering = reading {
            let boundary = mediaType?.declaredBoundary ?? []
            guard !regular.read(gathered, boundary: boundary, limits: settings.formLimits) else {
                reading = .regular
                return
            }
            readGathered()
        }
        guard reader != nil else { return }
        readForm = reader?.end()
    }

    /// Removes and returns the pieces of parts' contents that were read since the last call, in order.
    package mutating func takeContent() -> [ContentPiece] {
        guard collectsContent else { return [] }
        return reader?.takeContent() ?? []
    }

    /// The result of decoding the content codings; `nil` where none is declared.
    package var decoding: ContentDecoding? { coding?.result }

    /// The offset, in the body as it was framed, of the bytes that a byte of the form was decoded from.
    package func framedOffset(of offset: Int) -> Int {
        guard let offsets = coding?.offsets, !offsets.isEmpty else { return offset }
        return offsets[min(offset, offsets.endOffset - 1)] ?? offset
    }
}

extension RequestInspection {
    /// Reads the next decoded bytes.
    private mutating func take(_ span: RawSpan) {
        if keepsBytes { keep(span) }
        switch reading {
        case .form: reader?.push(span)
        case .regular: break
        case .gathering:
            if gathered.count + span.byteCount < settings.formLimits.wholeBody {
                span.withUnsafeBytes { gathered.append(contentsOf: $0) }
            } else {
                readGathered()
                // A long body takes no more memory than it needs from here on.
                gathered = []
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

    private mutating func settle(_ opening: [UInt8]) {
        leakedBoundary = LeakedHead(in: opening, under: fields, mediaType)?.boundary
        guard
            leakedBoundary != nil || ObservedBoundary(in: opening, declared: declared) != nil
                || opening[...].equals(Form.stringified)
        else {
            reading = .other
            keepOpening(opening.span.bytes)
            return
        }
        beginForm()
        reader?.push(opening.span.bytes)
    }

    /// Starts the form reader with the bytes that were collected.
    private mutating func readGathered() {
        beginForm()
        var bytes: [UInt8] = []
        swap(&bytes, &gathered)
        reader?.push(bytes.span.bytes)
        bytes.removeAll(keepingCapacity: true)
        gathered = bytes
    }

    private mutating func beginForm() {
        reading = .form
        reader = FormReader(
            declared: declared,
            limits: settings.formLimits,
            collectsContent: collectsContent
        )
    }

    private mutating func keepOpening(_ span: RawSpan) {
        let count = min(openingRoom, span.byteCount)
        guard count > 0 else { return }
        span.extracting(0..<count).withUnsafeBytes { opening.append(contentsOf: $0) }
        openingRoom -= count
    }

    private mutating func keep(_ span: RawSpan) {
        guard bytes.map({ $0.count + span.byteCount <= settings.bodyLimit }) ?? false else {
            bytes = nil
            keepsBytes = false
            return
        }
        span.withUnsafeBytes { bytes?.append(contentsOf: $0) }
    }
}
