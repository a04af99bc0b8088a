import Bytes
import Forms

extension Finding {
    /// Says of dots that it quotes from a log in which they stand for bytes that are not printable, too, that those may be
    /// others; an error that may rest on one is lowered.
    ///
    /// - Parameter form: the form in the body.
    mutating func qualifyDots(in form: Form?) {
        // Those about the log say it themselves.
        guard !rule.hasPrefix("capture/") else { return }
        let dots = QuotedDots(message)
        if dots?.isDoubtful ?? false || lacksLineBreakAfterDot(in: form) {
            message += Self.reservation
            severity = min(severity, .warning)
        } else if dots != nil {
            message += Self.reservation
        }
        for index in consequences.indices where QuotedDots(consequences[index].message) != nil {
            consequences[index].message += Self.reservation
        }
    }

    /// Whether it misses a line break where there is a dot, which may be one.
    private func lacksLineBreakAfterDot(in form: Form?) -> Bool {
        guard let form, place == .body, rule.hasPrefix("delimiter/missing-crlf-before") else { return false }
        return form.kept.window(at: range.lowerBound, before: 1, after: 0).bytes.last == UInt8(ascii: ".")
    }

    private static let reservation =
        "; the log writes `.` for each byte that is not printable, too, so that another one may have been sent"
}

/// The dots in what a message quotes.
private struct QuotedDots {
    /// Whether one does not stand between letters or digits, as in the name of a file: there, another byte is likely.
    var isDoubtful = false

    /// Looks for them between grave accents; `nil` where there are none.
    init?(_ message: String) {
        var isFound = false
        let pieces = message.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() where !index.isMultiple(of: 2) {
            let quote = Array(piece)
            for place in quote.indices where quote[place] == UInt8(ascii: ".") {
                isFound = true
                let isPlain = [place - 1, place + 1].allSatisfy {
                    quote.indices ~= $0 && (quote[$0].isDigit || quote[$0].lowercased &- 0x61 < 26)
                }
                isDoubtful = isDoubtful || !isPlain
            }
        }
        guard isFound else { return nil }
    }
}
