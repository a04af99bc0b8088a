/// One pass over a form from its first byte to its last, pulled by the reader.
///
/// ```swift
/// let pull = writer.pull()
/// while case let count = try pull.read(into: buffer), count > 0 { send(buffer[..<count]) }
/// ```
/// At most one file or stream is open at a time; it is closed at its end, at a failure, and when the pull is
/// released. After a failure every further read throws it again, so that a wrong body is never completed.
public final class MultipartPull {
    private let writer: MultipartWriter
    private var index = 0
    /// The number of bytes read of the segment at `index`.
    private var offset = 0
    private var source: (any PartSource)?
    private var watch: BoundaryWatch?
    private var failure: MultipartFailure?

    /// Starts to read.
    init(_ writer: MultipartWriter) {
        self.writer = writer
    }

    /// Reads the next bytes to the start of `buffer`.
    ///
    /// - Parameter buffer: the destination; of any size but 0.
    /// - Returns: the number of bytes; 0 at the end, and only there.
    /// - Throws: where a file or stream cannot be read, does not have its declared length, or contains the
    ///   boundary.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(MultipartFailure) -> Int {
        if let failure { throw failure }
        do throws(MultipartFailure) {
            return try fill(buffer)
        } catch {
            failure = error
            source = nil
            throw error
        }
    }

    /// The next bytes, at most `size`; empty at the end, and only there.
    public func chunk(ofAtMost size: Int) throws(MultipartFailure) -> [UInt8] {
        var failure: MultipartFailure?
        let chunk = [UInt8](unsafeUninitializedCapacity: Swift.max(size, 1)) { buffer, count in
            do throws(MultipartFailure) {
                count = try read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return chunk
    }

    /// Moves the next bytes of a file to an open file, pipe or socket without copying them into memory (Linux).
    ///
    /// - Parameters:
    ///   - limit: the greatest number of bytes; more than 0.
    ///   - descriptor: the destination; bytes that cannot be written there are left to be read and written.
    /// - Returns: the number of bytes; 0 where the next ones must be read: they are not a file's, must be
    ///   searched for the boundary, cannot be moved by the system, or the end is reached.
    /// - Throws: as ``read(into:)``.
    package func move(atMost limit: Int, to descriptor: Int32) throws(MultipartFailure) -> Int {
        guard failure == nil, writer.watched == nil, index < writer.segments.count,
            case .file(_, let promised?, _) = writer.segments[index], offset < promised
        else { return 0 }
        do throws(MultipartFailure) {
            let segment = writer.segments[index]
            let source = try open(segment)
            guard let file = source as? FileDescriptorSource else { return 0 }
            let count = file.move(min(promised - offset, limit), to: descriptor)
            offset += count
            if offset == promised { try end(segment, of: promised, source) }
            return count
        } catch {
            failure = error
            source = nil
            throw error
        }
    }

    /// Takes the next bytes of a file as a region of it, which the system can send without copying it.
    ///
    /// - Parameter limit: the greatest number of bytes; more than 0.
    /// - Returns: a descriptor, which the caller closes, and the offset and number of the bytes; `nil` where the next ones
    ///   must be read: they are not a file's, must be searched for the boundary, or the file has become shorter.
    /// - Throws: as ``read(into:)``.
    package func region(
        atMost limit: Int
    ) throws(MultipartFailure) -> (descriptor: Int32, offset: Int, count: Int)? {
        guard failure == nil, writer.watched == nil, index < writer.segments.count,
            case .file(_, let promised?, _) = writer.segments[index], offset < promised
        else { return nil }
        do throws(MultipartFailure) {
            let segment = writer.segments[index]
            let source = try open(segment)
            let count = min(promised - offset, limit)
            guard let passed = (source as? FileDescriptorSource)?.pass(count) else { return nil }
            offset += count
            if offset == promised { try end(segment, of: promised, source) }
            return (passed.descriptor, passed.offset, count)
        } catch {
            failure = error
            source = nil
            throw error
        }
    }

    /// Cancels: open files are closed, and every further read throws ``MultipartFailure/cancelled``.
    public func cancel() {
        source = nil
        failure = .cancelled
    }

    /// Fills a buffer; slices passed on are inside it, because their bounds are checked when they are cut.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(MultipartFailure) -> Int {
        var filled = 0
        while filled < buffer.count, index < writer.segments.count {
            let segment = writer.segments[index]
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            if case .bytes(let bytes) = segment {
                let count = min(bytes.count - offset, room.count)
                bytes.withUnsafeBytes {
                    room.copyMemory(from: .init(rebasing: $0[offset..<(offset + count)]))
                }
                filled += count
                offset += count
                if offset == bytes.count { advance() }
                continue
            }
            let count = try read(segment, into: room)
            filled += count
            // Available bytes of a pipe are not held back until more arrive.
            if count > 0, count < room.count, source != nil { break }
        }
        return filled
    }

    /// Reads from a file or a stream; continues with the next segment at its end.
    private func read(_ segment: BodySegment, into room: UnsafeMutableRawBufferPointer)
        throws(MultipartFailure) -> Int
    {
        let source = try open(segment)
        let promised = segment.length
        let wanted = min(promised.map { $0 - offset } ?? room.count, room.count)
        var count = 0
        if wanted > 0 {
            count = try bytes(from: source, of: segment, .init(rebasing: room[..<wanted]))
            if let place = watch?.find(in: UnsafeRawBufferPointer(rebasing: room[..<count])) {
                throw .boundaryOccurs(boundary: writer.boundary, part: segment.part, offset: place)
            }
            offset += count
        }
        if let promised {
            if count == 0, wanted > 0 { throw segment.shrank(promised: promised, found: offset) }
            if offset == promised { try end(segment, of: promised, source) }
        } else if count == 0 {
            advance()
        }
        return count
    }

    /// Continues with the next segment where the source has no bytes beyond its declared length.
    private func end(_ segment: BodySegment, of promised: Int, _ source: any PartSource)
        throws(MultipartFailure)
    {
        var more: UInt8 = 0
        let extra = try withUnsafeMutableBytes(of: &more) { byte throws(MultipartFailure) in
            try bytes(from: source, of: segment, byte)
        }
        guard extra == 0 else { throw segment.grew(promised: promised) }
        advance()
    }

    private func open(_ segment: BodySegment) throws(MultipartFailure) -> any PartSource {
        if let source { return source }
        let opened: any PartSource
        switch segment {
        case .file(let path, _, _): opened = try FileDescriptorSource(path: path)
        case .stream(_, let part, let open):
            do { opened = try open() } catch let failure as MultipartFailure { throw failure } catch {
                throw .streamFailed(part: part, reason: "\(error)")
            }
        case .bytes: preconditionFailure("bytes in memory are not opened")
        }
        source = opened
        watch = writer.watched.map { BoundaryWatch($0) }
        return opened
    }

    private func bytes(
        from source: any PartSource,
        of segment: BodySegment,
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(MultipartFailure) -> Int {
        do {
            let count = try source.read(into: buffer)
            precondition((0...buffer.count).contains(count), "a source gives at most what it is asked for")
            return count
        } catch let failure as MultipartFailure { throw failure } catch {
            throw .streamFailed(part: segment.part, reason: "\(error)")
        }
    }

    private func advance() {
        index += 1
        offset = 0
        source = nil
        watch = nil
    }
}

extension BodySegment {
    /// The number of its part, from 1; 0 for bytes.
    fileprivate var part: Int {
        switch self {
        case .bytes: 0
        case .file(_, _, let part), .stream(_, let part, _): part
        }
    }

    fileprivate func shrank(promised: Int, found: Int) -> MultipartFailure {
        if case .file(let path, _, _) = self { return .shrank(path: path, promised: promised, found: found) }
        return .streamLength(part: part, promised: promised, found: found)
    }

    fileprivate func grew(promised: Int) -> MultipartFailure {
        if case .file(let path, _, _) = self { return .grew(path: path, promised: promised) }
        return .streamLength(part: part, promised: promised, found: nil)
    }
}
