import Bytes
package import Forms
import Inspection

extension Form {
    /// The last line of a form that is not closed, where that is two or four dashes, with the line break before it: a close
    /// delimiter without its boundary; `nil` where it is another.
    package var lineOfDashes: Range<Int>? {
        guard case .inContent = ending else { return nil }
        let end = kept.window(at: length, before: 10, after: 0).bytes
        let line = end.reversed().drop(while: \.isLineBreak)
        let dashes = line.prefix { $0 == 0x2D }.count
        let before = line.dropFirst(dashes).prefix(while: \.isLineBreak).prefix(2).count
        guard dashes == 2 || dashes == 4, before > 0 else { return nil }
        return (length - (end.count - line.count) - dashes - before)..<length
    }
}
