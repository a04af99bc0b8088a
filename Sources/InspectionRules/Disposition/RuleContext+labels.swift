import Bytes
import Forms
import Inspection

extension RuleContext {
    /// Calls `body` with each name and filename of the form's parts that has a piece of a kind, and with that piece.
    ///
    /// - Parameters:
    ///   - find: gives the place of the first such piece in a value, as its indices.
    ///   - body: takes the part, the parameter, and the piece as offsets in the body.
    func forEachLabel(
        with find: (ArraySlice<UInt8>) -> Range<Int>?,
        _ body: (BodyPart, Parameter, Range<Int>) -> Void
    ) {
        for part in formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            for parameter in disposition.value.parameters where part.isLabel(parameter) {
                let value = part.header[parameter.value]
                guard let piece = find(value) else { continue }
                let start = parameter.value.lowerBound + (piece.lowerBound - value.startIndex)
                body(part, parameter, start..<(start + piece.count))
            }
        }
    }

    /// Calls `body` with each parameter that comes again in a Content-Disposition, and with the one before all others.
    ///
    /// - Parameters:
    ///   - isWanted: whether a parameter is one of those that may come only once.
    ///   - body: takes the part, the first of them, and the one that repeats it.
    func forEachRepeatedParameter(
        where isWanted: (BodyPart, Parameter) -> Bool,
        _ body: (BodyPart, Parameter, Parameter) -> Void
    ) {
        for part in formDataParts {
            guard let disposition = part.wholeDisposition else { continue }
            var first: Parameter?
            for parameter in disposition.value.parameters where isWanted(part, parameter) {
                if let first { body(part, first, parameter) } else { first = parameter }
            }
        }
    }
}
