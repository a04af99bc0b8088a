/// A `multipart/form-data` body with a fixed boundary and length, whose bytes are produced on demand.
///
/// ```swift
/// let writer = try MultipartWriter([
///     FormPart(name: "title", content: .text("A day at the sea")),
///     FormPart(name: "photo", filename: "sea.jpg", content: .file(path: "/tmp/sea.jpg")),
/// ])
/// request.setValue(writer.contentType, forHTTPHeaderField: "Content-Type")
/// for try await chunk in writer.body { send(chunk) }
/// ```
/// A writer can be read any number of times, concurrently or in sequence, with the same bytes each time: for
/// a redirect, or to repeat a request with credentials. It holds no file open; only a read does.
/// (RFC 7578, RFC 2046 §5.1.)
public struct MultipartWriter: Sendable {
    /// How often a boundary that occurs in the form is replaced: more is needed only for a form made for that
    /// purpose.
    private static let drawLimit = 16

    /// The boundary, without the dashes of a delimiter.
    public let boundary: String
    /// The value for Content-Type.
    public let contentType: String
    /// The exact length of the body in bytes; `nil` where a stream has no known length.
    public let contentLength: Int?
    /// The length that the dialect declares: ``contentLength``, unless the dialect counts incorrectly.
    package let declaredLength: Int?
    /// The segments of the body.
    let segments: [BodySegment]
    /// The delimiter that must not occur in a file or stream while it is written; `nil` where that is
    /// allowed.
    let watched: [UInt8]?

    /// Prepares a form with a boundary from the system's cryptographic random source.
    ///
    /// - Parameters:
    ///   - parts: the parts, in order.
    ///   - dialect: how they are written.
    ///   - boundary: the boundary to use; `nil` to draw one.
    /// - Throws: where a file cannot be read, a name cannot be written, or the boundary cannot be used.
    public init(_ parts: [FormPart], dialect: MultipartDialect = .whatwg, boundary: String? = nil)
        throws(MultipartFailure)
    {
        var generator = SystemRandomNumberGenerator()
        try self.init(parts, dialect: dialect, boundary: boundary, using: &generator)
    }

    /// Prepares a form with a boundary from `generator`, which must be cryptographic outside tests.
    public init(
        _ parts: [FormPart],
        dialect: MultipartDialect = .whatwg,
        boundary: String? = nil,
        using generator: inout some RandomNumberGenerator
    ) throws(MultipartFailure) {
        var layouts: [PartLayout] = []
        var number = 0
        for part in parts {
            number += 1
            for single in part.separated(by: dialect) {
                layouts.append(
                    try PartLayout(single, number: number, dialect: dialect, using: &generator)
                )
            }
        }
        let chosen = try Self.choose(boundary, for: layouts, dialect, using: &generator)
        segments = PartLayout.body(
            layouts,
            boundary: chosen,
            preamble: dialect.preamble,
            epilogue: dialect.epilogue
        )
        self.boundary = String(decoding: chosen, as: UTF8.self)
        contentType = "multipart/form-data; boundary=\(BoundaryForm.parameterValue(chosen))"
        let length = try segments.totalLength()
        contentLength = length
        let uncounted = layouts.reduce(0) { $0 + $1.uncounted }
        declaredLength = length.map { dialect.countsCharacters ? max($0 - uncounted, 0) : $0 }
        let isSafe = boundary == nil && dialect.boundary.isUnguessable
        watched = isSafe || !dialect.checksBoundary ? nil : [0x2D, 0x2D] + chosen
    }

    /// The body as chunks, for `for try await`.
    public var body: MultipartBody { MultipartBody(self) }

    /// Starts to read the body, from its first byte.
    public func pull() -> MultipartPull { MultipartPull(self) }

    private static func choose(
        _ wanted: String?,
        for parts: [PartLayout],
        _ dialect: MultipartDialect,
        using generator: inout some RandomNumberGenerator
    ) throws(MultipartFailure) -> [UInt8] {
        var boundary = wanted.map { Array($0.utf8) } ?? dialect.boundary.draw(using: &generator)
        guard BoundaryForm.isBoundary(boundary) else { throw .invalidBoundary(wanted ?? "") }
        var draws = 1
        while dialect.checksBoundary, let failure = collision(of: boundary, with: parts) {
            guard wanted == nil, !dialect.boundary.isConstant, draws < drawLimit else { throw failure }
            boundary = dialect.boundary.draw(using: &generator)
            draws += 1
        }
        return boundary
    }

    /// Where a delimiter of the boundary occurs in the parts in memory; `nil` where it does not.
    private static func collision(of boundary: [UInt8], with parts: [PartLayout]) -> MultipartFailure? {
        let search = ByteSearch([0x2D, 0x2D] + boundary)
        let text = String(decoding: boundary, as: UTF8.self)
        for (index, part) in parts.enumerated() {
            if part.header.withUnsafeBytes({ search.first(in: $0, from: 0) }) != nil {
                return .boundaryOccurs(boundary: text, part: index + 1, offset: nil)
            }
            for case .bytes(let bytes) in part.content {
                if let offset = bytes.withUnsafeBytes({ search.first(in: $0, from: 0) }) {
                    return .boundaryOccurs(boundary: text, part: index + 1, offset: offset)
                }
            }
        }
        return nil
    }
}

extension FormPart {
    /// The part, or the files of a group as separate parts where the dialect does not nest them.
    fileprivate func separated(by dialect: MultipartDialect) -> [FormPart] {
        guard case .files(let files) = content, !dialect.nestsFiles else { return [self] }
        return files.map { file in
            var part = file
            part.name = name
            part.fields += fields
            return part
        }
    }
}
