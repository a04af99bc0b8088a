import Bytes
import Forms

/// The changes of a form, decided part by part as it arrives.
struct RewritingPlan {
    /// A part that is put into the form.
    struct Piece {
        /// What it holds.
        let file: AttachedFile
        /// Its header lines and the blank line.
        let header: [UInt8]
        /// The content, empty for a file.
        let content: [UInt8]
    }

    /// A change, or a place that may be changed, in the order of the body.
    enum Edit {
        /// A delimiter begins at an offset.
        case delimiter(start: Int)
        /// A part begins at an offset that is left out, and others take its place.
        case removal(start: Int, [Piece])
        /// What follows an offset is no longer left out.
        case resumption(at: Int)
    }

    private let rewriting: FormRewriting
    private var edits: [Edit] = []
    /// A part of which the value decides, while that arrives.
    private var undecided: PartOpening?
    private var isRemoving = false
    /// The attachments that have found their place.
    private var placed: Set<Int> = []
    /// Whether nothing more is changed, because the form is not regular.
    private(set) var isStopped = false
    /// What was changed so far.
    private(set) var changes: [RewritingChange] = []
    /// The paths of the files that have found their place.
    private(set) var paths: [String] = []
    /// Whether a header or a value that is put into the form holds the boundary.
    private(set) var holdsBoundary = false
    private var noted: [RewritingRemark] = []
    private let search: ByteSearch

    /// Whether anything is changed so far.
    var isChange: Bool { !changes.isEmpty }

    /// How many changes, and how many remarks, are kept of a form: one may have any number of parts.
    private static let keptNotes = 1000

    private mutating func note(_ change: RewritingChange) {
        if changes.count < Self.keptNotes { changes.append(change) }
    }

    private mutating func note(_ remark: RewritingRemark) {
        if noted.count < Self.keptNotes { noted.append(remark) }
    }

    /// What a user should know at the end of the form; what no part was found for only where all parts are known.
    func remarks(knowingAllParts isWhole: Bool) -> [RewritingRemark] {
        let missing = rewriting.attachments.indices.filter { !placed.contains($0) && isWhole }
        return noted + missing.map { .noPart(rewriting.attachments[$0].placeholder) }
    }

    /// Plans the changes that are wanted in a form.
    init(_ rewriting: FormRewriting, boundary: [UInt8]) {
        self.rewriting = rewriting
        search = ByteSearch([0x2D, 0x2D] + boundary)
    }

    /// Whether a header or a value that may be put into the form holds the boundary.
    var mayHoldBoundary: Bool {
        rewriting.attachments.flatMap(\.files).contains { file in
            guard let (header, content) = try? file.lines(asField: []) else { return false }
            return holdsBoundary(header) || holdsBoundary(content)
        }
    }

    private func holdsBoundary(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { search.first(in: $0, from: 0) } != nil
    }

    /// Takes the changes that were decided since the last call.
    mutating func takeEdits() -> [Edit] {
        defer { edits = [] }
        return edits
    }

    /// The offset up to which bytes can be passed on, of those that are settled.
    func limit(of settled: Int) -> Int {
        min(settled, undecided?.delimiter.text.lowerBound ?? settled)
    }

    /// Takes what was read of the form.
    mutating func take(_ event: FormEvent, _ held: HeldBody) {
        switch event {
        case .partBegan(let part):
            resume(at: part.delimiter)
            if !part.isRegular, !isStopped {
                isStopped = true
                note(
                    .unchangedFrom(part: part.number, .irregular(offset: part.delimiter.text.lowerBound))
                )
            }
            decide(part)
        case .partEnded(let number, let contentEnd):
            guard let part = undecided, part.number == number else { return }
            decide(part, by: held, end: contentEnd)
        case .closed(let delimiter):
            resume(at: delimiter)
            edits.append(.delimiter(start: delimiter.text.lowerBound))
        }
    }

    /// Decides a part by its value where enough of that has arrived.
    mutating func settle(_ held: HeldBody, end: Int, isFinal: Bool) {
        guard let part = undecided else { return }
        guard isFinal || end - part.contentStart >= FormRewriting.searchedBytes else { return }
        decide(part, by: held, end: end)
    }

    private mutating func resume(at delimiter: Delimiter) {
        guard isRemoving else { return }
        isRemoving = false
        edits.append(.resumption(at: delimiter.text.lowerBound))
    }

    /// Decides a part by its name, where that decides.
    private mutating func decide(_ part: PartOpening) {
        let start = part.delimiter.text.lowerBound
        guard !isStopped, let name = part.name else {
            edits.append(.delimiter(start: start))
            return
        }
        if rewriting.dropped.contains(where: { $0.field(in: name) != nil }) {
            remove(start, [])
            note(.dropped(field: name))
            return
        }
        for (index, attachment) in rewriting.attachments.enumerated() {
            guard let field = attachment.placeholder.field(in: name) else { continue }
            place(index, in: part, asField: field)
            return
        }
        let mayHoldToken =
            rewriting.attachments.contains { $0.placeholder.isInValue }
            || rewriting.dropped.contains { $0.isInValue }
        if mayHoldToken, !part.isFile {
            undecided = part
        } else {
            edits.append(.delimiter(start: start))
        }
    }

    /// Decides a part by its value.
    private mutating func decide(_ part: PartOpening, by held: HeldBody, end: Int) {
        undecided = nil
        let last = min(end, part.contentStart + FormRewriting.searchedBytes)
        let value = held.bytes(in: part.contentStart..<max(last, part.contentStart))
        let name = part.name ?? []
        if rewriting.dropped.contains(where: { $0.occurs(in: value) }) {
            remove(part.delimiter.text.lowerBound, [])
            note(.dropped(field: name))
            return
        }
        let index = rewriting.attachments.firstIndex { $0.placeholder.occurs(in: value) }
        if let index {
            place(index, in: part, asField: name)
        } else {
            edits.append(.delimiter(start: part.delimiter.text.lowerBound))
        }
    }

    /// Puts the files of an attachment in the place of a part.
    private mutating func place(_ index: Int, in part: PartOpening, asField field: [UInt8]) {
        let attachment = rewriting.attachments[index]
        let start = part.delimiter.text.lowerBound
        guard placed.insert(index).inserted else {
            note(.furtherPart(attachment.placeholder, number: part.number))
            edits.append(.delimiter(start: start))
            return
        }
        do throws(MultipartFailure) {
            let pieces = try attachment.files.map { file throws(MultipartFailure) in
                let (header, content) = try file.lines(asField: field)
                return Piece(file: file, header: header, content: content)
            }
            for piece in pieces {
                let length = piece.file.length
                if holdsBoundary(piece.header) || holdsBoundary(piece.content) { holdsBoundary = true }
                if let path = piece.file.path {
                    paths.append(path)
                    note(.attached(field: field, path: path, length: length))
                } else {
                    note(.replaced(field: field, length: length))
                }
            }
            remove(start, pieces)
        } catch {
            note(.unwritable("\(error)"))
            edits.append(.delimiter(start: start))
        }
    }

    private mutating func remove(_ start: Int, _ pieces: [Piece]) {
        edits.append(.removal(start: start, pieces))
        isRemoving = true
    }
}
