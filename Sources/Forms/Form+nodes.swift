import Bytes

/// A range of a body and what it is.
///
/// Joined in order, the nodes of a form are the body.
package struct FormNode: Hashable, Sendable {
    /// The kind of a node.
    package enum Kind: String, Hashable, Sendable {
        /// Bytes before the first delimiter.
        case preamble
        /// The line break, and indentation, that belongs to the delimiter after it.
        case lead
        /// A delimiter's dashes and boundary.
        case delimiter
        /// Blanks after a delimiter.
        case padding
        /// Other bytes on a delimiter's line.
        case junk
        /// The ending of a delimiter's line.
        case delimiterEnd
        /// A part's header lines.
        case header
        /// The blank line after them.
        case blankLine
        /// A part's content.
        case content
        /// The close delimiter's dashes and boundary.
        case close
        /// The ending of the close delimiter's line.
        case closeEnd
        /// Bytes after the close delimiter's line.
        case epilogue
        /// A delimiter that the end of the body truncates.
        case cutDelimiter
        /// Bytes that belong to none of the above.
        case other
    }

    /// The kind.
    package var kind: Kind
    /// Its range in the body.
    package var range: Range<Int>
    /// The number of the part that it belongs to, `nil` where it belongs to none.
    package var part: Int?
}

extension Form {
    /// Every byte of the body in exactly one node, in order.
    ///
    /// Empty nodes are left out. Parts that were counted but not kept are in nodes of kind
    /// ``FormNode/Kind/other``.
    package var nodes: [FormNode] {
        var result: [FormNode] = []
        var end = 0
        func add(_ kind: FormNode.Kind, _ range: Range<Int>, part: Int? = nil) {
            let lower = max(range.lowerBound, end)
            if lower > end { result.append(FormNode(kind: .other, range: end..<lower, part: nil)) }
            end = max(end, lower)
            guard range.upperBound > lower else { return }
            result.append(FormNode(kind: kind, range: lower..<range.upperBound, part: part))
            end = range.upperBound
        }
        func add(_ delimiter: Delimiter, part: Int?) {
            add(.lead, delimiter.lead, part: part)
            add(delimiter.isClose ? .close : .delimiter, delimiter.text, part: part)
            guard !delimiter.isClose else { return }
            add(.padding, delimiter.padding, part: part)
            add(.junk, delimiter.junk, part: part)
            add(.delimiterEnd, delimiter.junk.upperBound..<delimiter.end, part: part)
        }
        add(.preamble, preamble)
        var empty = emptyDelimiters[...]
        for part in parts {
            while let first = empty.first, first.text.lowerBound < part.delimiter.text.lowerBound {
                add(first, part: nil)
                empty.removeFirst()
            }
            add(part.delimiter, part: part.number)
            add(.header, part.header.range, part: part.number)
            add(.blankLine, part.header.range.upperBound..<part.content.lowerBound, part: part.number)
            add(.content, part.content, part: part.number)
        }
        for delimiter in empty { add(delimiter, part: nil) }
        if let close {
            add(close, part: nil)
            if close.padding.isEmpty, close.junk.isEmpty { add(.closeEnd, close.text.upperBound..<close.end) }
            add(.epilogue, min(max(end, epilogue.lowerBound), epilogue.upperBound)..<epilogue.upperBound)
        }
        if case .inDelimiter(let range) = ending { add(.cutDelimiter, range) }
        if end < length { result.append(FormNode(kind: .other, range: end..<length, part: nil)) }
        return result
    }
}
