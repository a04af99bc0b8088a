package import Forms

/// Writes a form to a file or to standard output, optionally in chunks (RFC 9112 §7.1).
package struct EncodedOutput {
    /// The number of bytes that are read and written at once: more does not make system calls cheaper, and
    /// this fits a cache.
    private static let bufferSize = 256 * 1024
    /// The number of bytes that are moved at once from a file without being read.
    private static let moveSize = 1024 * 1024
    /// The bytes reserved before a chunk for its size: up to 16 hexadecimal digits and CRLF.
    private static let chunkLead = 18

    /// The form.
    package let writer: MultipartWriter
    /// Whether it is written in chunks.
    package let isChunked: Bool

    /// Prepares to write.
    package init(writer: MultipartWriter, isChunked: Bool) {
        self.writer = writer
        self.isChunked = isChunked
    }

    /// Writes the form.
    ///
    /// - Parameters:
    ///   - output: the destination; it is not finished.
    ///   - terminal: shows the progress.
    /// - Throws: a ``MultipartFailure``, or what `output` throws.
    package func write(to output: OutputFile, showingProgressOn terminal: Terminal) throws {
        var progress = Progress(on: terminal)
        defer { progress.wipe() }
        let total = writer.contentLength.map { " of \($0 / 1_000_000)" } ?? ""
        let pull = writer.pull()
        let lead = isChunked ? Self.chunkLead : 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: lead + Self.bufferSize + 2,
            alignment: 4096
        )
        defer { buffer.deallocate() }
        var written = 0
        while true {
            progress.update("encoding, \(written / 1_000_000)\(total) MB")
            let moved = isChunked ? 0 : try output.move(from: pull, atMost: Self.moveSize)
            written += moved
            if moved > 0 { continue }
            // Sound: the range lies inside the buffer, which lives until this function returns.
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[lead..<(lead + Self.bufferSize)])
            let count = try pull.read(into: room)
            if count == 0 { break }
            let start = isChunked ? Self.frame(count, in: buffer) : 0
            let end = lead + count + (isChunked ? 2 : 0)
            try output.write(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
            written += count
        }
        if isChunked { try output.write(Array("0\r\n\r\n".utf8)) }
    }

    /// Writes a chunk's size before its bytes and CRLF after them; returns the offset at which the chunk
    /// begins.
    private static func frame(_ count: Int, in buffer: UnsafeMutableRawBufferPointer) -> Int {
        let size = Array("\(String(count, radix: 16))\r\n".utf8)
        let start = chunkLead - size.count
        for (index, byte) in size.enumerated() { buffer[start + index] = byte }
        buffer[chunkLead + count] = 0x0D
        buffer[chunkLead + count + 1] = 0x0A
        return start
    }
}

extension OutputFile {
    /// Writes bytes that are in memory.
    package func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }
}

extension CommandFailure {
    /// The failure for a form that cannot be written: a usage error for an invalid request, else an
    /// unreadable input.
    package init(_ failure: MultipartFailure) {
        switch failure {
        case .unwritable, .invalidBoundary, .boundaryOccurs, .tooLong, .nestedTooDeep:
            self = .usage("\(failure)")
        case .unreadable, .shrank, .grew, .streamLength, .streamFailed, .cancelled:
            self = .unreadable("\(failure)")
        }
    }
}
