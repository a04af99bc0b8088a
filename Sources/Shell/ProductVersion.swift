/// The version of the tool, as reports and written captures have it.
package enum ProductVersion {
    /// The version that is built.
    package static let current = "0.1.0"
}
