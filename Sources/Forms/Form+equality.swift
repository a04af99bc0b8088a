extension Form: Hashable {
    /// Whether everything that two forms hold is the same.
    package static func == (one: Form, other: Form) -> Bool {
        one === other || one.isDelimited(as: other) && one.hasParts(of: other) && one.ends(as: other)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(boundary)
        hasher.combine(length)
        hasher.combine(parts)
        hasher.combine(ending)
    }

    /// Whether the boundary and the delimiters are those of another form.
    private func isDelimited(as other: Form) -> Bool {
        declared == other.declared && boundary == other.boundary && delimiterText == other.delimiterText
            && usesObservedBoundary == other.usesObservedBoundary
            && emptyDelimiters == other.emptyDelimiters && close == other.close
            && trailingDelimiters == other.trailingDelimiters && hasTrailingPart == other.hasTrailingPart
    }

    /// Whether the parts, and what stands before and after them, are those of another form.
    private func hasParts(of other: Form) -> Bool {
        preamble == other.preamble && parts == other.parts && partCount == other.partCount
            && epilogue == other.epilogue && occurrences == other.occurrences
            && occurrenceCount == other.occurrenceCount && strayHeaders == other.strayHeaders
    }

    /// Whether the body's length, its end, its gaps and what is kept of it are those of another form.
    private func ends(as other: Form) -> Bool {
        length == other.length && ending == other.ending && gaps == other.gaps && kept == other.kept
    }
}
