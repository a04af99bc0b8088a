package import Forms

/// What is demanded of the parts of a form that have one name.
package struct FieldDemand: Hashable, Sendable {
    /// Whether a part is a file: whether it has a `filename` parameter (RFC 7578 §4.2).
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It has none.
        case text
        /// It has one, empty or not.
        case file
    }

    /// In which charset a value must be.
    package enum Charset: String, Hashable, Sendable, CaseIterable {
        /// UTF-8 (RFC 3629).
        case utf8 = "utf-8"
        /// ASCII.
        case ascii = "us-ascii"
    }

    /// The name, as it stands between its quotes.
    package var name: String
    /// Whether it is a text or a file; `nil` where either will do.
    package var kind: Kind?
    /// Whether there must be a part of this name.
    package var isRequired = true
    /// How many parts may have this name, where there are any; no upper bound where `most` is `nil`.
    package var least = 1
    /// The greatest number of parts that may have this name; `nil` for any number.
    package var most: Int? = 1
    /// What the value must be.
    package var value = ValueDemand()
    /// The least and the greatest length of the content, in bytes; `nil` for no bound.
    package var length = LengthDemand()
    /// What the filename must be, as it stands between its quotes.
    package var filename = ValueDemand()
    /// The media types that the part may declare, parameters left aside; empty where any will do, or none.
    package var contentTypes: [String] = []
    /// The kinds of file that the content's first bytes may show; empty where any will do.
    package var magic: [FileSignature] = []
    /// In which charset the value must be; `nil` where nobody cares.
    package var charset: Charset?
    /// What is demanded of the part's header lines.
    package var headers: [HeaderDemand] = []

    /// Makes a demand that there is one part of this name.
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
