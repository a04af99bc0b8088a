import Inspection

extension RuleExample {
    /// A well-formed body with one field, delimited by `boundary`, in the notation of examples.
    ///
    /// For rules about Content-Type, whose examples differ in the header alone.
    static func oneField(_ boundary: String = "AaB03x") -> String {
        "--\(boundary)⏎Content-Disposition: form-data; name=\"a\"⏎⏎1⏎--\(boundary)--⏎"
    }
}
