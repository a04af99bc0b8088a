import Bytes
import Reporting
import Shell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The answer to an upload, on its way to the user.
struct UploadAnswer {
    private let outcome: UploadOutcome
    private let noun: String

    /// Takes what came of sending a form, or what else messages call it.
    init(_ outcome: UploadOutcome, of noun: String = "form") {
        self.outcome = outcome
        self.noun = noun
    }

    /// Prints the answer, or the URL that goes on with it.
    ///
    /// - Parameters:
    ///   - template: the URL in which `{answer}` stands for the answer; `nil` where the answer itself is printed.
    ///   - opens: whether the URL is opened in a browser.
    ///   - terminal: where it is printed.
    /// - Returns: fine for a status below 400 of a response that is whole.
    /// - Throws: where there is no browser to open.
    func show(continuingAt template: String?, opens: Bool, in terminal: Terminal) throws -> CommandStatus {
        if !outcome.isSent {
            terminal.report(
                "the response came after \(Quantity.grouped(outcome.sentBytes)) bytes of the \(noun)"
            )
        }
        if let shortfall = outcome.shortfall { terminal.report("the response \(shortfall)") }
        let isTaken = (outcome.status ?? 0) < 400 && outcome.shortfall == nil
        guard isTaken, let template else {
            print(in: terminal)
            return isTaken ? .fine : .findings
        }
        let url = template.replacing("{answer}", with: Self.encoded(outcome.content))
        terminal.output.line(url)
        guard opens else { return .fine }
        terminal.flush()
        try Browser.open(url)
        return .fine
    }

    private func print(in terminal: Terminal) {
        // A terminal acts on control characters; elsewhere text is text.
        let text = String(decoding: outcome.content, as: UTF8.self)
        guard !text.isEmpty else { return }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
            text.hasSuffix("\n") ? 1 : 0
        ) {
            terminal.output.line(
                terminal.isTerminal ? PrintableText.text(String(line), limit: 10_000) : String(line)
            )
        }
        if outcome.isCut {
            let kept = Quantity.of(outcome.content.count, "byte")
            terminal.report("the response is longer than \(kept): the rest is left out")
        }
    }

    /// The text without line breaks at its end, percent-encoded but for unreserved characters (RFC 3986 §2.3).
    static func encoded(_ answer: [UInt8]) -> String {
        var bytes = answer[...]
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return bytes.map { byte in
            let isUnreserved =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~".utf8.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isUnreserved ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
