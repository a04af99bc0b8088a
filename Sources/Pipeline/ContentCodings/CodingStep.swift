/// What one step of a ``CodingStage`` did.
struct CodingStep: Sendable {
    /// The greatest number of bytes of one piece of output: what a form is scanned in.
    static let pieceLength = 64 << 10

    /// The number of bytes of the input that were read.
    var consumed = 0
    /// What came out, at most ``pieceLength`` bytes.
    var output: [UInt8] = []
    /// Whether all of the input was read, and all output that it gives is out.
    var isDone = false
    /// What is wrong with the data after the output of this step, in a few words; `nil` where nothing is.
    var damage: String?
    /// Whether nothing more is decoded, because the memory of the capture is used up.
    var isLast = false
}

extension CodingStep {
    /// Makes a step by decoding until there is output or the step is over, the output written in place.
    ///
    /// - Parameter decode: calls the library once, updates the step, and returns the number of bytes written.
    init(decoding decode: (_ output: UnsafeMutableRawBufferPointer, _ step: inout CodingStep) -> Int) {
        var step = CodingStep()
        let output = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, count in
            while count == 0, !step.isDone, !step.isLast, step.damage == nil {
                count = decode(UnsafeMutableRawBufferPointer(buffer), &step)
            }
        }
        step.output = output
        self = step
    }
}
