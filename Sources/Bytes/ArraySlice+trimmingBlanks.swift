extension ArraySlice<UInt8> {
    /// The bytes without blanks and line breaks at both ends.
    package var trimmingBlanks: ArraySlice<UInt8> {
        var rest = drop { $0.isBlank || $0.isLineBreak }
        while let last = rest.last, last.isBlank || last.isLineBreak { rest.removeLast() }
        return rest
    }
}
