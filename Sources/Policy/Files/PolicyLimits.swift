/// Limits on what is read of files that people write.
package enum PolicyLimits {
    /// The greatest size of a file, in bytes: what people write and review is a hundredth of it.
    package static let fileBytes = 4 * 1024 * 1024
    /// The greatest number of values in a file: an alias stands for all that its anchor holds, and repeats it.
    static let values = 500_000
    /// How deep values may be nested.
    static let depth = 32
}
