extension Substring {
    /// The text without spaces and tabs around it.
    package var trimmingBlanks: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
        let end = unicodeScalars.lastIndex { !isBlank($0) }.map { unicodeScalars.index(after: $0) }
        return String(unicodeScalars[..<(end ?? startIndex)].drop(while: isBlank))
    }
}
