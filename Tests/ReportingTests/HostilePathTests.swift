import Testing

@testable import Reporting

/// Paths of captures that try to act on what reads a report.
struct HostilePathTests {
    @Test(arguments: ["::error::x.pcap", "  ::stop-commands::x", "##[add-mask]x.pcap", "a##[group]b"])
    func `the totals for GitHub are no command of GitHub's`(_ path: String) {
        for form in [Sample.clean, Sample.unclosed] {
            let text = Sample.report([Sample.upload(form)], path: path) { GitHubReporter(to: $0) }
            let lines = text.split(separator: "\n")
            #expect(!lines.isEmpty)
            #expect(
                lines.allSatisfy { line in
                    line.contains(/^::(error|warning|notice) file=/) || !line.contains(/^\s*::|##\[/)
                }
            )
        }
    }
}
