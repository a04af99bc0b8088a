import Bytes
import Exchanges
import Pages

/// Gathers a page while the content of its response comes: bounded, and only of responses that are pages.
struct PageBuffer: Sendable {
    private let limits = PageLimits()
    private let contentType: String
    private let decoder: ContentDecoder?
    private var bytes: [UInt8] = []
    /// Whether bytes of it are missing: what follows them is not read.
    private var isCut = false
    private let memory: MemoryShare

    /// Begins a page; `nil` where the head is not that of one, or its content codings are not known.
    init?(_ head: borrowing MessageHead, _ budget: MemoryBudget) {
        guard head.fields.isPage else { return nil }
        decoder = ContentDecoder(head.fields, memory: budget)
        guard decoder?.isSupported ?? true else { return nil }
        contentType = head.fields.value(.contentType).map { String(decoding: $0, as: UTF8.self) } ?? ""
        memory = MemoryShare(of: budget, for: .parts)
    }

    /// The number of bytes that were gathered.
    var count: Int { bytes.count }

    /// Takes the next bytes of the content.
    mutating func push(_ piece: RawSpan) {
        guard !isCut else { return }
        guard let decoder else { return add(piece) }
        var pieces: [[UInt8]] = []
        decoder.push(piece) { decoded in pieces.append(decoded.withUnsafeBytes { Array($0) }) }
        for piece in pieces { add(piece.span.bytes) }
    }

    private mutating func add(_ piece: RawSpan) {
        // One byte more than is read shows that there are more.
        let room = limits.bytes + 1 - bytes.count
        guard room > 0, memory.resize(to: bytes.count + piece.byteCount) else {
            isCut = true
            return
        }
        bytes += piece.extracting(0..<min(room, piece.byteCount)).withUnsafeBytes { Array($0) }
    }

    /// The next bytes of the content are missing.
    mutating func miss() { isCut = true }

    /// Reads the page; `nil` where nothing in it begins as a form or a control does.
    func page(url: String?, keepsBytes: Bool) -> CapturedPage? {
        guard Self.marks.contains(where: { bytes.firstPlace(ofTag: $0) != nil }) || Self.isUTF16(bytes) else {
            return nil
        }
        let page = CapturedPage(bytes, url: url, contentType: contentType, limits: limits)
        guard page.hasForms else { return nil }
        return keepsBytes ? page : page.withoutBytes
    }

    private static let marks: [StaticString] = ["<form", "<input"]

    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    }
}

extension [UInt8] {
    /// The place of the first tag that begins so, ignoring case.
    fileprivate func firstPlace(ofTag text: StaticString) -> Int? {
        var rest = self[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.startsIgnoringCase(with: text) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }
}
