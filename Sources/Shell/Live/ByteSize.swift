import ArgumentParser

/// A number of bytes on a command line: `1000000`, `512K`, `100M`, `2G`; K, M and G are powers of 1,024.
package struct ByteSize: ExpressibleByArgument, Hashable, Sendable {
    /// The number of bytes, greater than 0.
    package var bytes: Int

    /// Reads a number with its unit; `nil` where it is none, or 0.
    package init?(argument: String) {
        let units: [Character: Int] = ["k": 10, "m": 20, "g": 30]
        let shift = argument.last.flatMap { units[Character($0.lowercased())] }
        let digits = shift == nil ? argument[...] : argument.dropLast()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), number > 0
        else {
            return nil
        }
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        guard !isTooLarge else { return nil }
        bytes = product
    }
}
