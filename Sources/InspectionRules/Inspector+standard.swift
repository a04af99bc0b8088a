package import Inspection

extension Inspector {
    /// Runs all rules that every form is judged by, with their own severities.
    package static let standard = Inspector(.ofForms)
}
