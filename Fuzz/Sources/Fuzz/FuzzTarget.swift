import Pipeline

/// What is fuzzed, and which properties must hold whatever the input.
enum FuzzTarget: String, CaseIterable {
    /// A whole capture or log, recognised by its bytes: every byte of a form is in one node, findings point into it.
    case capture
    /// The same with a key log, the first one named by `PARTWISE_FUZZ_KEYS`.
    case encrypted
    /// A raw request: the same, and reports of it hold no control character.
    case request
    /// The client's stream of a connection, in pieces of any lengths: the exchanges are those of the whole stream.
    case connection
    /// A body in pieces of any lengths: the form is that of the whole body.
    case form
    /// The value of a field with parameters.
    case parameters
    /// A content coding.
    case coding
    /// A form that is written: what is read is what was written.
    case writer
    /// A redacted request: bodies keep their lengths, forms their parts.
    case redaction
    /// A repaired request: it has no error, and there is nothing left to repair.
    case repair
    /// A URL and rules: together they decide as each of them does alone.
    case rules
    /// A form that is rewritten, in pieces of any lengths: the result is that of the whole form.
    case rewriting

    /// Runs the target on an input; it traps where a property does not hold.
    func run(_ input: [UInt8]) {
        switch self {
        case .capture: CaptureProperties.check(input, as: .capture(format: nil))
        case .encrypted: CaptureProperties.check(input, as: .capture(format: nil), CaptureProperties.keys)
        case .request: CaptureProperties.check(input, as: .request)
        case .connection: StreamProperties.checkConnection(input)
        case .form: StreamProperties.checkForm(input)
        case .parameters: StreamProperties.checkParameters(input)
        case .coding: StreamProperties.checkCoding(input)
        case .writer: WritingProperties.checkWriter(input)
        case .redaction: WritingProperties.checkRedaction(input)
        case .repair: WritingProperties.checkRepair(input)
        case .rules: RewritingProperties.checkRules(input)
        case .rewriting: RewritingProperties.checkRewriting(input)
        }
    }
}
