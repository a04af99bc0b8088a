import CZlib

/// Decompresses gzip (RFC 1952), member by member.
///
/// It owns a `z_stream`, which must not move while zlib uses it: hence a class that allocates it.
final class GzipInflater {
    private enum State {
        case inMember
        case betweenMembers
        case done
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private var state = State.inMember
    private var consumedTotal = 0
    /// The fault in the data; nothing after it is inflated.
    private(set) var problem: CaptureProblem?
    /// Whether more output may follow without more input, because the last output buffer was filled.
    private(set) var hasOutputWaiting = false

    /// Makes an inflater that expects the header of a member.
    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 bits of window, and 16 for "gzip wrapper only".
        let status = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        if status != Z_OK { fail("zlib refuses to start: status \(status)") }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Whether bytes begin as a gzip member does: ID1, ID2 and the deflate method (RFC 1952 §2.3.1).
    static func isGzip(_ bytes: RawSpan) -> Bool {
        bytes.byteCount >= 3 && bytes.byte(at: 0) == 0x1F && bytes.byte(at: 1) == 0x8B
            && bytes.byte(at: 2) == 8
    }

    /// Inflates as much of `input` as fits into `output`.
    ///
    /// The pointers are used only during the call: they are passed to zlib anew each time.
    ///
    /// - Returns: how many bytes of `input` were consumed, and how many were written to `output`.
    func inflate(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int) {
        var consumed = 0
        var produced = 0
        while problem == nil, produced < output.count, consumed < input.count || hasOutputWaiting {
            switch state {
            case .done:
                consumed = input.count
                hasOutputWaiting = false
            case .betweenMembers:
                hasOutputWaiting = false
                if consumed == input.count { break }
                // Tapes and block devices pad with zeros; gzip skips them too.
                if input[consumed] == 0 {
                    consumed += 1
                } else if input[consumed] == 0x1F {
                    inflateReset(stream)
                    state = .inMember
                } else {
                    consumedTotal += consumed
                    fail("the bytes after the compressed data are not gzip")
                    return (input.count, produced)
                }
            case .inMember:
                let rest = UnsafeRawBufferPointer(rebasing: input[consumed...])
                let room = UnsafeMutableRawBufferPointer(rebasing: output[produced...])
                let step = inflateMember(rest, into: room)
                consumed += step.consumed
                produced += step.produced
            }
        }
        consumedTotal += consumed
        return (consumed, produced)
    }

    /// Marks the end of the file.
    ///
    /// - Returns: the fault in the data as a whole.
    func finish() -> CaptureProblem? {
        if problem == nil, state == .inMember { fail("the compressed data is cut off", .truncatedFile) }
        return problem
    }

    private func inflateMember(
        _ input: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) -> (consumed: Int, produced: Int) {
        let inputCount = UInt32(clamping: input.count)
        let outputCount = UInt32(clamping: output.count)
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
        stream.pointee.avail_in = inputCount
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = outputCount
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let consumed = Int(inputCount - stream.pointee.avail_in)
        let produced = Int(outputCount - stream.pointee.avail_out)
        hasOutputWaiting = stream.pointee.avail_out == 0
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = .betweenMembers
        default:
            let reason = stream.pointee.msg.map { String(cString: $0) } ?? "status \(status)"
            consumedTotal += consumed
            fail("the compressed data is damaged: \(reason)")
            consumedTotal -= consumed
        }
        return (consumed, produced)
    }

    private func fail(_ message: String, _ kind: CaptureProblem.Kind = .damagedCompression) {
        problem = CaptureProblem(
            kind,
            "\(message) (at byte \(consumedTotal) of the file)",
            at: nil
        )
        state = .done
    }
}
