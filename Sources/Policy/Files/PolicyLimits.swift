/// Limits on files that people write.
package enum PolicyLimits {
    /// The greatest size of a file, in bytes: a hundred times what people write and review.
    package static let fileBytes = 4 * 1024 * 1024
    /// The greatest number of values in a file, aliases expanded: an alias repeats all that its anchor holds.
    static let values = 500_000
    /// The greatest nesting depth of values.
    static let depth = 32
}
