/// How PHP reads a name with brackets, as measured with PHP 8.2.
package enum PHPName: Hashable {
    /// With its keys as they are written.
    case asWritten
    /// The part is not there for the script.
    case dropped
    /// Under another name.
    case renamed([UInt8])

    /// Reads the name of a field: without the blanks before it; what follows a closing bracket is ignored, unless it is the
    /// bracket of another key.
    package init(ofField name: ArraySlice<UInt8>) {
        let shown = name.drop { $0 == 0x20 }
        guard let first = shown.firstIndex(of: Self.opening) else {
            self = .asWritten
            return
        }
        guard first > shown.startIndex else {
            self = .dropped
            return
        }
        var end = first
        while end < shown.endIndex, shown[end] == Self.opening,
            let close = shown[end...].firstIndex(of: Self.closing)
        {
            end = close + 1
        }
        if end == shown.endIndex {
            self = .asWritten
        } else {
            let variable = Self.variable(end == first ? shown : shown[..<first])
            self = .renamed(variable + shown[first..<end])
        }
    }

    /// Reads the name of a file: one whose brackets are not pairs that end it is dropped.
    package init(ofFile name: ArraySlice<UInt8>) {
        var depth = 0
        var isRefused = name.drop { $0 == 0x20 }.first == Self.opening
        for index in name.indices {
            if name[index] == Self.opening { depth += 1 }
            guard name[index] == Self.closing else { continue }
            depth -= 1
            let isFollowed = index + 1 < name.endIndex && name[index + 1] != Self.opening
            if depth < 0 || isFollowed { isRefused = true }
        }
        self = isRefused || depth != 0 ? .dropped : .asWritten
    }

    /// The name of a variable, in which PHP has an underscore for each blank, dot and open bracket.
    private static func variable(_ name: ArraySlice<UInt8>) -> [UInt8] {
        name.map { [opening, UInt8(ascii: "."), 0x20].contains($0) ? UInt8(ascii: "_") : $0 }
    }

    private static let opening = UInt8(ascii: "[")
    private static let closing = UInt8(ascii: "]")
}
