/// One way to cut an input into the chunks in which a push parser receives it.
package struct InputDivision: Sendable {
    /// How the input was cut, shown in issues.
    package let name: String
    /// The chunks in order, some of which may be empty; joined they are the input.
    package let chunks: [ArraySlice<UInt8>]
    /// The input.
    package let bytes: [UInt8]

    /// The chunk sizes, in bytes, into which every input is cut: single bytes, sizes that cut each token of a
    /// delimiter, a vector's width, and the payload of an Ethernet segment.
    package static let chunkSizes = [1, 2, 3, 7, 64, 1460]

    /// An input that is not cut.
    static func whole(_ input: [UInt8]) -> InputDivision {
        InputDivision(name: "whole", chunks: [input[...]], bytes: input)
    }

    /// The divisions that ``ParserVerifier`` tries.
    ///
    /// - Parameters:
    ///   - input: the bytes to cut.
    ///   - splitLimit: the greatest length, in bytes, up to which every single split point is tried, because
    ///     the cost grows with the square of it; beyond it the first and last 64 are and 256 between, at the desk 32
    ///     of these.
    /// - Returns: the divisions, the cheap ones first.
    package static func all(of input: [UInt8], splitLimit: Int) -> [InputDivision] {
        let shifted = [0] + input
        var divisions = [
            InputDivision(
                name: "whole, at a slice index other than 0",
                chunks: [shifted.dropFirst()],
                bytes: input
            )
        ]
        divisions += chunkSizes.map { size in
            InputDivision(name: "chunks of \(size)", chunks: cut(input, every: size), bytes: input)
        }
        divisions += [7, 1460].map { size in
            InputDivision(
                name: "chunks of \(size), an empty one before and after each",
                chunks: [[]] + cut(input, every: size).flatMap { [$0, []] },
                bytes: input
            )
        }
        let points = splitPoints(count: input.count, limit: splitLimit)
        let tried = input.count > splitLimit ? TestScope.sample(of: points, atMost: 32, seed: 1) : points
        divisions += tried.map { point in
            InputDivision(
                name: "split before byte \(point)",
                chunks: [input[..<point], input[point...]],
                bytes: input
            )
        }
        return divisions
    }

    /// The beginnings of an input, from the empty one on, each cut into single bytes.
    ///
    /// - Parameters:
    ///   - input: the bytes to cut off.
    ///   - splitLimit: the greatest length, in bytes, up to which every beginning is tried; beyond it those are that end
    ///     at the first and last 64 bytes and at 256 between.
    ///   - stepLimit: the number of single bytes in all of them together beyond which beginnings are drawn at the desk.
    /// - Returns: the divisions, the shortest first.
    package static func beginnings(
        of input: [UInt8],
        splitLimit: Int,
        stepLimit: Int
    ) -> some Sequence<InputDivision> {
        let lengths = splitPoints(count: input.count, limit: splitLimit).dropLast()
        // The average beginning is half as long as the input.
        let limit = max(2 * stepLimit / max(input.count, 1), 16)
        // One after another: those of 2,048 bytes have two million chunks.
        return TestScope.sample(of: lengths, atMost: limit, seed: 1).lazy.map { length in
            let beginning = Array(input[..<length])
            return InputDivision(
                name: "cut off after \(length) bytes, in chunks of 1",
                chunks: cut(beginning, every: 1),
                bytes: beginning
            )
        }
    }

    private static func cut(_ input: [UInt8], every size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: input.count, by: size).map { input[$0..<min($0 + size, input.count)] }
    }

    /// The split points to try: all of them, or a sample that is the same in every run.
    private static func splitPoints(count: Int, limit: Int) -> [Int] {
        guard count > max(limit, 512) else { return Array(0...count) }
        // 2,654,435,761 is prime and near 2³² divided by the golden ratio: its multiples spread evenly.
        let between = (1...256).map { Int(UInt64($0) &* 2_654_435_761 % UInt64(count)) }
        return Set(Array(0...64) + between + Array((count - 64)...count)).sorted()
    }
}
