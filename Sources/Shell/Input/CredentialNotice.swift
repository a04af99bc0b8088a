package import Pipeline

extension Terminal {
    /// Warns that what was written carries credentials, and names the option that hides them; says nothing where there
    /// are none.
    package func warn(of credentials: Credentials?, in what: String, hiddenBy option: String = "--redact") {
        guard let credentials, credentials.exchangeCount > 0 else { return }
        let count = credentials.exchangeCount
        report(
            "\(what) carries credentials of \(count == 1 ? "1 exchange" : "\(count) exchanges") "
                + "(\(credentials.words)): \(option) hides them"
        )
    }
}
