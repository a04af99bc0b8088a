import Bytes
import Forms

/// Rewrites a form while it passes: files take the place of fields, and fields are left out.
///
/// ```
///   push ──► holding ──finish──────► search? ──► begin(length)  ──► body ──► end
///               └──more than held──► search? ──► begin(chunked) ──► body … finish ──► end
/// ```
/// Where a file holds the boundary, all delimiters of the form get another one, so files are searched before the head
/// is sent. All bytes that no change concerns pass as they are. A form that is not regular passes as a whole; where its
/// beginning was passed on already, its rest does.
package struct FormRewriter {
    private enum State: Hashable {
        /// Bytes are held.
        case holding
        /// The files are being searched; the body may have ended.
        case searching
        /// The head was sent.
        case passing
        /// All was given.
        case ended
    }

    private let rewriting: FormRewriting
    private let boundary: [UInt8]
    private var reader: FormReader
    private var plan: RewritingPlan
    private var held = HeldBody()
    private var state = State.holding
    private var hasEnded = false
    private var isStreaming: Bool
    private var newBoundary: [UInt8]?
    private var isUnchanged = false
    private var fault: FormFault?
    private var isFoundInMemory = false
    private var isSkipping = false
    private var output: [RewriterOutput] = []

    /// What was changed so far.
    package var changes: [RewritingChange] { isUnchanged ? [] : plan.changes }
    /// What a user should know, once the body has ended.
    package private(set) var remarks: [RewritingRemark] = []

    /// Begins a form.
    ///
    /// - Parameters:
    ///   - rewriting: what is changed.
    ///   - boundary: the boundary that Content-Type declares.
    ///   - declaredLength: the length that Content-Length declares, so that a long form is not held first.
    package init(_ rewriting: FormRewriting, boundary: [UInt8], declaredLength: Int? = nil) {
        self.init(rewriting, boundary: boundary, declaredLength: declaredLength, limits: FormLimits())
    }

    /// Begins a form that is read within limits.
    init(_ rewriting: FormRewriting, boundary: [UInt8], declaredLength: Int?, limits: FormLimits) {
        self.rewriting = rewriting
        self.boundary = boundary
        reader = FormReader(declared: [boundary], limits: limits, collectsEvents: true)
        plan = RewritingPlan(rewriting, boundary: boundary)
        isStreaming = (declaredLength ?? 0) > rewriting.heldLimit
    }

    /// Adds the next bytes of the body.
    ///
    /// - Parameter bytes: at least one, better many: all that were received.
    /// - Returns: what can be sent now.
    package mutating func push(_ bytes: [UInt8]) -> [RewriterOutput] {
        held.append(bytes)
        reader.push(bytes.span.bytes)
        take(reader.takeEvents())
        if state == .holding, held.count > rewriting.heldLimit { isStreaming = true }
        if state == .holding, isStreaming, reader.readsDeclaredBoundary != nil { beginStream() }
        if state == .passing { pass(upTo: plan.limit(of: reader.settledEnd)) }
        return takeOutput()
    }

    /// Ends the body.
    ///
    /// - Returns: what can be sent now.
    package mutating func finish() -> [RewriterOutput] {
        let form = reader.end()
        take(reader.takeEvents())
        plan.settle(held, end: held.end, isFinal: true)
        hasEnded = true
        fault = form.rewritingFault
        switch state {
        case .holding:
            if let fault {
                isUnchanged = true
                remarks.append(.unchanged(fault))
            }
            if isUnchanged || !beginSearch(of: plan.paths, plan.holdsBoundary) { begin() }
        case .searching: break
        case .passing: pass(upTo: held.end)
        case .ended: break
        }
        if isStreaming, let fault, !plan.isStopped, !isUnchanged {
            remarks.append(plan.isChange ? .unchangedFrom(part: form.partCount, fault) : .unchanged(fault))
        }
        closeIfPassed()
        return takeOutput()
    }

    /// Goes on after files were searched.
    ///
    /// - Parameters:
    ///   - isFound: whether one of them holds the text.
    ///   - generator: the source of another boundary, cryptographic outside tests.
    /// - Returns: what can be sent now.
    package mutating func answer(isFound: Bool, using generator: inout some RandomNumberGenerator)
        -> [RewriterOutput]
    {
        guard state == .searching else { return [] }
        if isFound || isFoundInMemory {
            newBoundary = BoundaryReplacement.draw(for: boundary, using: &generator)
            remarks.append(.boundaryReplaced)
        }
        begin()
        closeIfPassed()
        return takeOutput()
    }

    private mutating func take(_ events: [FormEvent]) {
        for event in events { plan.take(event, held) }
        plan.settle(held, end: reader.settledEnd, isFinal: false)
    }

    /// Decides how a form is passed on that is too long to be held.
    private mutating func beginStream() {
        if reader.readsDeclaredBoundary == false {
            isUnchanged = true
            remarks.append(.unchanged(.noDelimiter))
        } else if beginSearch(
            of: rewriting.attachments.flatMap(\.files).compactMap(\.path),
            plan.mayHoldBoundary
        ) {
            return
        }
        begin()
    }

    /// Asks for a search of files; false where there is no file, and nothing else holds the boundary.
    private mutating func beginSearch(of paths: [String], _ isFound: Bool) -> Bool {
        guard !paths.isEmpty || isFound else { return false }
        var unique: [String] = []
        for path in paths where !unique.contains(path) { unique.append(path) }
        output.append(.search(paths: unique, text: [0x2D, 0x2D] + boundary))
        isFoundInMemory = isFound
        state = .searching
        return true
    }

    /// Sends the head, and what can be sent of the body.
    private mutating func begin() {
        state = .passing
        let isChanged = !isUnchanged && (isStreaming || plan.isChange)
        let place = output.count
        pass(upTo: hasEnded ? held.end : plan.limit(of: reader.settledEnd))
        if isStreaming, !isUnchanged { remarks.append(.chunked(limit: rewriting.heldLimit)) }
        let length = isStreaming ? nil : output[place...].reduce(0) { $0 + $1.length }
        output.insert(
            .begin(RewrittenFraming(length: length, boundary: newBoundary, isChanged: isChanged)),
            at: place
        )
    }

    private mutating func closeIfPassed() {
        guard hasEnded, state == .passing else { return }
        state = .ended
        if !isUnchanged { remarks += plan.remarks(knowingAllParts: fault == nil) }
        output.append(.end)
    }

    private mutating func takeOutput() -> [RewriterOutput] {
        defer { output = [] }
        return output
    }

    /// Gives all bytes before an offset, changed as planned.
    private mutating func pass(upTo end: Int) {
        // Where nothing is changed, edits are dropped, so that they do not accumulate.
        for edit in plan.takeEdits() where !isUnchanged { apply(edit) }
        pass(before: end)
    }

    private mutating func apply(_ edit: RewritingPlan.Edit) {
        switch edit {
        case .delimiter(let start):
            guard let newBoundary else { return }
            pass(before: start)
            add([0x2D, 0x2D] + newBoundary)
            held.drop(before: start + 2 + boundary.count)
        case .removal(let start, let pieces):
            pass(before: start)
            isSkipping = true
            let delimiter = [0x2D, 0x2D] + (newBoundary ?? boundary) + [0x0D, 0x0A]
            for piece in pieces {
                add(delimiter + piece.header)
                if let path = piece.file.path {
                    output.append(.file(path: path, length: piece.file.length))
                } else {
                    add(piece.content)
                }
                add([0x0D, 0x0A])
            }
        case .resumption(let offset):
            pass(before: offset)
            isSkipping = false
        }
    }

    private mutating func pass(before offset: Int) {
        let bytes = held.take(before: offset)
        guard !bytes.isEmpty, !isSkipping else { return }
        output.append(.client(bytes))
    }

    private mutating func add(_ bytes: [UInt8]) {
        guard case .added(let before)? = output.last else {
            output.append(.added(bytes))
            return
        }
        output[output.count - 1] = .added(before + bytes)
    }
}

extension RewriterOutput {
    /// How many bytes of a body it is.
    fileprivate var length: Int {
        switch self {
        case .client(let bytes), .added(let bytes): bytes.count
        case .file(_, let length): length
        case .search, .begin, .end: 0
        }
    }
}

extension Form {
    /// Why the form is not rewritten; `nil` where every receiver reads the same parts in it.
    fileprivate var rewritingFault: FormFault? {
        if usesObservedBoundary || delimiters.isEmpty { return .noDelimiter }
        if let delimiter = delimiters.first(where: { !$0.isRegular }) {
            return .irregular(offset: delimiter.text.lowerBound)
        }
        if let empty = emptyDelimiters.first { return .irregular(offset: empty.text.lowerBound) }
        if let part = parts.first(where: { $0.headerEnd != .blankLine || $0.blankLine != .crlf }) {
            return ending == .inHeader && part.number == partCount
                ? .truncated : .irregular(offset: part.delimiter.end)
        }
        if let occurrence = occurrences.first { return .ambiguous(offset: occurrence.text.lowerBound) }
        if let trailing = trailingDelimiters.first { return .irregular(offset: trailing.text.lowerBound) }
        return close == nil ? .truncated : nil
    }
}
