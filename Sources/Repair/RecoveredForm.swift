import Bytes
import CaptureSources
import Exchanges
import Forms
import Inspection
import InspectionRules
import Pipeline

/// A form whose parts are those that were meant, after what kept a reader from seeing them was changed.
struct RecoveredForm {
    /// How often what is hidden by a fault is looked for again.
    private static let passLimit = 32

    /// The request.
    let request: Message
    /// Its fields as they were meant.
    let head: MeantHead
    /// The form.
    private(set) var form: Form
    /// Its bytes.
    private(set) var body: EditedBody
    /// The boundaries that it is read with.
    private(set) var declared: [[UInt8]]
    /// What had to be changed for the form to be read, with offsets in what was sent.
    private(set) var changes: [RepairChange] = []
    /// What is found in the form.
    private(set) var findings: [Finding] = []
    /// Whether the line break at the end of a form that is not closed is content.
    private(set) var keepsTrailingBreak = false
    /// Whether something is wrong with Content-Type.
    let hasFaultyType: Bool

    private let type: MediaType?

    /// Reads what was sent, and changes it until it shows what was meant.
    ///
    /// - Throws: a ``RepairRefusal`` where it does not.
    init(_ inspected: InspectedExchange, _ choices: RepairChoices) throws {
        guard let request = inspected.exchange.request else { throw RepairRefusal("it has no request") }
        if let refusal = RepairRefusal.ofSent(inspected, request, choices) { throw refusal }
        self.request = request
        head = try MeantHead(request, inspected.findings.map(\.finding))
        type = MediaType(head.fields)
        let faults = inspected.findings.map(\.finding).filter { $0.severity > .note && $0.place != .body }
        hasFaultyType = faults.contains {
            $0.rule.hasPrefix("content-type/") || $0.rule.hasPrefix("boundary/")
        }
        declared = type?.isMultipart ?? false ? type?.declaredBoundaries ?? [] : []
        let sent = try SentBody(inspected, request, after: head.body)
        body = EditedBody(sent.store, length: sent.framedLength)
        form = try body.form(declared: declared)
        if sent.store.count > sent.framedLength, RepairRefusal.isCut(form) {
            if sent.lacksExcess {
                throw RepairRefusal("of the bytes after its declared length not all are kept")
            }
            body = EditedBody(sent.store, length: sent.store.count)
            form = try body.form(declared: declared)
        }
        try unifyBoundaries()
        try findParts(choices)
        if let refusal = RepairRefusal.ofForm(form, findings, request, choices) { throw refusal }
        if let refusal = try RepairRefusal.ofSurroundings(form, in: body, choices) { throw refusal }
        keepsTrailingBreak = try TrailingBreak.belongs(to: form, in: body, choices)
    }

    /// Looks for parts without a delimiter of their own, also where another finding comes first.
    private static let hiddenPartInspector = Inspector(
        rules: RuleCatalogue.ofForms.standard.filter { StructureEdits.hiddenPartRules.contains($0.id) },
        of: .ofForms
    )

    private mutating func apply(_ edits: [EditedBody.Edit]) throws {
        changes += edits.compactMap { RepairChange($0, in: body) }
        body = body.replacing(edits)
        form = try body.form(declared: declared)
    }

    /// Writes one boundary in the place of those that were drawn anew for each delimiter.
    private mutating func unifyBoundaries() throws {
        guard form.close == nil, let lines = try DelimiterLines(in: body, limit: FormLimits().parts),
            let boundary = RepairedBoundary(declared: declared)
                ?? RepairedBoundary(of: form, declared: declared)
        else { return }
        declared = [boundary.bytes]
        let delimiter = [0x2D, 0x2D] + boundary.bytes
        try apply(
            lines.texts.enumerated().map { index, text in
                let closes = lines.isClosed && index == lines.texts.count - 1
                return EditedBody.Edit(
                    range: text,
                    bytes: delimiter + (closes ? [0x2D, 0x2D] : []),
                    words: FormEdits.boundaryWords
                )
            }
        )
    }

    /// Changes what hides parts, and finds what is wrong with them.
    private mutating func findParts(_ choices: RepairChoices) throws {
        let indentation = try LineIndentation.edits(of: form, in: body)
        if !indentation.isEmpty { try apply(indentation) }
        try apply(StructureEdits.ofPreamble(form))
        try apply(DoubledLineFeeds.edits(of: form, in: body))
        let names = form.parts.map { $0.name.map(Array.init) }
        let isFollowed = form.close != nil && form.epilogue.count > 2
        for _ in 0..<Self.passLimit {
            let joins = choices.keepsAfterClose ?? true
            var edits = try StructureEdits.all(of: form, in: body, joinsAfterClose: joins)
            if edits.isEmpty {
                findings = try RewrittenRequest.findings(in: body, contentType: contentType, head.fields)
                let hidden = try RewrittenRequest.findings(
                    in: body,
                    contentType: contentType,
                    head.fields,
                    Self.hiddenPartInspector
                )
                edits = try StructureEdits.ofHiddenParts(hidden, form, in: body)
            }
            if edits.isEmpty { break }
            try apply(edits)
        }
        if choices.takesBoundaryForData { try takeBoundaryForData() }
        if isFollowed, choices.keepsAfterClose == nil, !names.isEmpty,
            form.parts.dropFirst(names.count).map({ $0.name.map(Array.init) }).elementsEqual(names)
        {
            throw RepairRefusal(
                "after the close delimiter the same fields follow again",
                "--keep-after-close takes them as parts",
                "--drop-after-close leaves them out"
            )
        }
    }

    /// Writes another boundary for the delimiters that the header of a part follows: the others are data then.
    private mutating func takeBoundaryForData() throws {
        guard findings.contains(where: { $0.rule == "boundary/occurs-in-content" }) else { return }
        let drawn = try RepairedBoundary(drawnFor: 0)
        let delimiters =
            form.parts.filter { $0.disposition != nil }.map(\.delimiter) + [form.close].compactMap { $0 }
        let length = form.delimiterText.count
        declared = [drawn.bytes]
        try apply(
            delimiters.map { delimiter in
                EditedBody.Edit(
                    range: delimiter.text.prefix(length),
                    bytes: [0x2D, 0x2D] + drawn.bytes,
                    words: FormEdits.boundaryWords
                )
            }
        )
        findings = try RewrittenRequest.findings(in: body, contentType: contentType, head.fields)
    }

    /// Holds what was written against what was meant: as many parts, nothing before or after them, and
    /// no delimiter left that is nearly right.
    ///
    /// - Throws: a ``RepairRefusal`` where a receiver would read something else.
    func verify(_ written: EditedBody, _ boundary: [UInt8], _ findings: [Finding]) throws {
        let read = try written.form(declared: [boundary])
        let hidden = findings.filter { StructureEdits.hiddenPartRules.contains($0.rule) }
        guard read.parts.count == form.parts.count, read.close != nil, read.preamble.isEmpty,
            read.epilogue.count <= 2,
            try StructureEdits.ofHiddenParts(hidden, read, in: written).isEmpty
        else { throw RepairRefusal("the parts that would be written are not read as they were meant") }
    }

    /// The Content-Type to judge the form under; `nil` for that of the request.
    private var contentType: String? {
        if let type, type.isMultipart, declared == type.declaredBoundaries, !declared.isEmpty { return nil }
        return RepairedBoundary(of: form, declared: declared)?.contentType
    }
}
