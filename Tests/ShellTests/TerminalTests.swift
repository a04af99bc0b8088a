import Inspection
import Reporting
import Shell
import Testing

struct TerminalTests {
    private func reported(_ message: String, columns: Int?) -> String {
        let diagnostics = StringSink()
        var terminal = Terminal(output: StringSink(), diagnostics: diagnostics)
        terminal.diagnosticColumns = columns
        terminal.report(message)
        return diagnostics.text
    }

    @Test func `a diagnostic is one line for a program, and wrapped between words on a terminal`() {
        let message = "a.pcap: the file ends in packet 6"
        #expect(reported(message, columns: nil) == "partwise: a.pcap: the file ends in packet 6\n")
        #expect(reported(message, columns: 24) == "partwise: a.pcap: the\n  file ends in packet 6\n")
    }
}
