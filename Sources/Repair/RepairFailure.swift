/// What of a request cannot be read again, or is not there to be written anew.
package struct RepairFailure: Error, CustomStringConvertible {
    /// What is missing, one clause.
    package let description: String

    /// Makes a failure.
    init(_ description: String) { self.description = description }
}
