package import Forms

/// A demand for the parts of a form that share one name.
package struct FieldDemand: Hashable, Sendable {
    /// Whether a part is a file: whether it has a `filename` parameter (RFC 7578 §4.2).
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It has no `filename`.
        case text
        /// It has a `filename`, empty or not.
        case file
    }

    /// The charset that a value must be valid in.
    package enum Charset: String, Hashable, Sendable, CaseIterable {
        /// UTF-8 (RFC 3629).
        case utf8 = "utf-8"
        /// ASCII.
        case ascii = "us-ascii"
    }

    /// The name, as it appears between its quotes.
    package var name: String
    /// Whether it is a text or a file; `nil` for either.
    package var kind: Kind?
    /// Whether there must be a part with this name.
    package var isRequired = true
    /// The least number of parts with this name, where there are any.
    package var least = 1
    /// The greatest number of parts that may have this name; `nil` for any number.
    package var most: Int? = 1
    /// The demand for the value.
    package var value = ValueDemand()
    /// The least and the greatest length of the content, in bytes; `nil` for no bound.
    package var length = LengthDemand()
    /// The demand for the filename, as it appears between its quotes.
    package var filename = ValueDemand()
    /// The media types that the part may declare, without parameters; empty for any or none.
    package var contentTypes: [String] = []
    /// The file types whose signature the content may begin with; empty for any.
    package var magic: [FileSignature] = []
    /// The charset that the value must be valid in; `nil` for any.
    package var charset: Charset?
    /// The demands for the part's header lines.
    package var headers: [HeaderDemand] = []

    /// Makes a demand for exactly one part with this name.
    package init(_ name: String, _ kind: Kind? = nil) {
        self.name = name
        self.kind = kind
    }
}

/// Bounds on a number of bytes; either may be missing.
package struct LengthDemand: Hashable, Sendable {
    /// The least number of bytes.
    package var least: Int?
    /// The greatest number of bytes.
    package var most: Int?

    /// Makes bounds; none by default.
    package init(least: Int? = nil, most: Int? = nil) {
        self.least = least
        self.most = most
    }
}
