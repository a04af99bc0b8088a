import Bytes
import CZlib
import Exchanges

/// Takes gzip or deflate off (RFC 1952, RFC 1950, RFC 1951).
///
/// A deflate body without the zlib wrapper, as some clients send it, is recognised by its first two bytes.
final class InflateStage: CodingStage {
    let coding: ContentCoding
    private(set) var consumed = 0
    private(set) var hasEnded = false
    /// Little: what is decoded comes out at once.
    let writtenBytes = 0
    var memoryBytes: Int { hasBegun ? Self.libraryBytes : 0 }
    /// What zlib keeps of a stream: a window of 32 KiB, and its tables.
    private static let libraryBytes = 48 << 10
    private let stream: UnsafeMutablePointer<z_stream>
    /// The first byte of the data as long as there is no second one.
    private var opening: UInt8?
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
    }

    func step(_ input: RawSpan) -> CodingStep {
        guard !hasBegun, input.byteCount > 0 else { return inflate(input) }
        guard let first = opening ?? (input.byteCount > 1 ? input.byte(0) : nil) else {
            opening = input.byte(0)
            return CodingStep(consumed: 1, isDone: true)
        }
        let second = input.byte(opening == nil ? 1 : 0)
        guard begin(first, second) else { return CodingStep(damage: "zlib refuses to start") }
        if opening != nil {
            // One byte is less than any header, and less than the shortest code of a first byte of output.
            let step = inflate([first].span.bytes)
            if let damage = step.damage { return CodingStep(damage: damage) }
        }
        return inflate(input)
    }

    private func begin(_ first: UInt8, _ second: UInt8) -> Bool {
        let windowBits: Int32
        switch coding {
        case .gzip: windowBits = 15 + 16
        // The check of a zlib header: method 8, and a multiple of 31 (RFC 1950 §2.2).
        default: windowBits = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0 ? 15 : -15
        }
        hasBegun = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        return hasBegun
    }

    /// zlib is given the pointers anew for each call, and uses them during the call only.
    private func inflate(_ input: RawSpan) -> CodingStep {
        guard hasBegun else { return CodingStep(isDone: true) }
        return input.withUnsafeBytes { input in
            CodingStep { output, step in
                let rest = UnsafeRawBufferPointer(rebasing: input[step.consumed...])
                if hasEnded {
                    guard let next = rest.first else {
                        step.isDone = true
                        return 0
                    }
                    // Another member of gzip may follow (RFC 1952 §2.2).
                    guard coding == .gzip, next == 0x1F, inflateReset(stream) == Z_OK else {
                        step.damage = "bytes follow the end of the data"
                        return 0
                    }
                    hasEnded = false
                }
                return inflate(rest, output, &step)
            }
        }
    }

    private func inflate(
        _ input: UnsafeRawBufferPointer,
        _ output: UnsafeMutableRawBufferPointer,
        _ step: inout CodingStep
    ) -> Int {
        let count = UInt32(clamping: input.count)
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
        stream.pointee.avail_in = count
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        let used = Int(count - stream.pointee.avail_in)
        let produced = output.count - Int(stream.pointee.avail_out)
        step.consumed += used
        consumed += used
        switch status {
        case Z_STREAM_END: hasEnded = true
        case Z_OK, Z_BUF_ERROR: step.isDone = used == input.count && produced < output.count
        default: step.damage = stream.pointee.msg.map { String(cString: $0) } ?? "status \(status)"
        }
        return produced
    }
}
