package import Filters
import Policy

extension FilterReading {
    /// Reads files of filter rules.
    ///
    /// - Parameter paths: the files, the rules of the first being the first.
    /// - Returns: the rules, and what was noticed.
    /// - Throws: a ``CommandFailure`` where a file cannot be read, or is too long. Faults in lines are no failures.
    package static func read(_ paths: [String]) throws -> FilterReading {
        var reader = FilterListReader()
        for path in paths {
            guard let bytes = ShortFile.bytes(at: path, upTo: FilterLimits.fileBytes + 1) else {
                throw CommandFailure.unreadable("\(path): \(PolicyText.reason(for: path))")
            }
            guard bytes.count <= FilterLimits.fileBytes else {
                throw CommandFailure.usage(
                    "\(path): has more than the \(FilterLimits.fileBytes) bytes that are read"
                )
            }
            reader.read(bytes, path: path)
        }
        return reader.finish()
    }

    /// Reads the files of an option, and reports what was noticed.
    ///
    /// - Parameters:
    ///   - paths: the files.
    ///   - terminal: receives the remarks.
    /// - Returns: the rules.
    /// - Throws: a ``CommandFailure`` also where they hold no rule at all.
    package static func read(_ paths: [String], in terminal: Terminal) throws -> FilterRules {
        let reading = try read(paths)
        for remark in reading.remarks { terminal.report(remark) }
        guard reading.rules.count > 0 else {
            throw CommandFailure.usage("\(paths.joined(separator: ", ")): no rule that can be read")
        }
        return reading.rules
    }
}
