import Bytes
import CZlib

/// Takes gzip or deflate off (RFC 1952, RFC 1950, RFC 1951).
///
/// A deflate body without the zlib wrapper, as some clients send it, is told by its first two bytes.
final class InflateStage: CodingStage {
    let coding: ContentCoding
    private(set) var consumed = 0
    private(set) var hasEnded = false
    private let stream: UnsafeMutablePointer<z_stream>
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 16)
    private var opening: [UInt8] = []
    private var hasBegun = false

    /// Makes a stage that expects the beginning of the data.
    init(_ coding: ContentCoding) {
        self.coding = coding
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if hasBegun { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
        output.deallocate()
    }

    func decode(_ input: RawSpan, _ emit: (RawSpan) -> Bool) -> String? {
        guard hasBegun else {
            opening += input.copied(0..<input.byteCount)
            guard opening.count >= 2 else { return nil }
            if let reason = begin() { return reason }
            let bytes = opening
            opening = []
            return inflate(bytes.span.bytes, emit)
        }
        return inflate(input, emit)
    }

    private func begin() -> String? {
        let word = Int(opening[0]) << 8 | Int(opening[1])
        let windowBits: Int32
        switch coding {
        case .gzip: windowBits = 15 + 16
        // The check of a zlib header: method 8, and a multiple of 31 (RFC 1950 §2.2).
        default: windowBits = opening[0] & 0x0F == 8 && word % 31 == 0 ? 15 : -15
        }
        let status = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return "zlib refuses to start" }
        hasBegun = true
        return nil
    }

    /// The pointers are used during the call only: zlib is told of them anew each time.
    private func inflate(_ input: RawSpan, _ emit: (RawSpan) -> Bool) -> String? {
        input.withUnsafeBytes { input in
            var position = 0
            while true {
                if hasEnded {
                    guard position < input.count else { return nil }
                    // Another member of gzip may follow (RFC 1952 §2.2).
                    guard coding == .gzip, input[position] == 0x1F, inflateReset(stream) == Z_OK else {
                        return "bytes follow the end of the data"
                    }
                    hasEnded = false
                }
                let start = input.baseAddress?.advanced(by: position)
                let count = UInt32(clamping: input.count - position)
                stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: start?.assumingMemoryBound(to: UInt8.self)
                )
                stream.pointee.avail_in = count
                stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(output.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                let used = Int(count - stream.pointee.avail_in)
                let produced = output.count - Int(stream.pointee.avail_out)
                position += used
                consumed += used
                if produced > 0 {
                    let piece = UnsafeRawBufferPointer(rebasing: output[..<produced])
                    guard emit(piece.bytes) else { return nil }
                }
                switch status {
                case Z_STREAM_END: hasEnded = true
                case Z_OK, Z_BUF_ERROR:
                    if position == input.count, produced < output.count { return nil }
                default: return stream.pointee.msg.map { String(cString: $0) } ?? "status \(status)"
                }
            }
        }
    }
}
