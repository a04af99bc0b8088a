import Shell
import TestSupport
import Testing

@testable import Tool

/// Values of options that begin with dashes.
struct DashedValueTests {
    private func joined(_ arguments: String...) -> [String] {
        DashedValues(of: Partwise.self).joining(arguments)
    }

    @Test(arguments: ["----X", "--X", "-X"])
    func `a boundary may begin with dashes`(boundary: String) {
        let joined = joined("encode", "-F", "a=1", "--boundary", boundary)
        #expect(joined == ["encode", "-F", "a=1", "--boundary=\(boundary)"])
    }

    @Test func `a field's name may begin with dashes, after the short name of its option too`() {
        #expect(joined("encode", "-F", "--a=1") == ["encode", "--form=--a=1"])
    }

    @Test func `an option of the same command is no value`() {
        #expect(joined("check", "--url", "--forms") == ["check", "--url", "--forms"])
        #expect(CommandRun(["check", "--url", "--forms", "x"]).status == .usage)
    }

    @Test func `flags and single dashes stay`() {
        let arguments = ["check", "--all", "--forms", "-o", "-", "--", "--url", "-x"]
        #expect(DashedValues(of: Partwise.self).joining(arguments) == arguments)
    }

    @Test func `such values reach their options`() {
        let path = Checkout.path("Captures/curl/plain.pcap")
        let run = CommandRun(["check", path, "--url", "---x", "--client", "-1"])
        #expect(
            run.output.contains("0 of 1 exchange matches --url '---x' (a glob: try '*---x*') and --client -1")
        )
        #expect(CommandRun(["contract", "infer", path, "--url", "--none"]).status != .fine)
        #expect(CommandRun(["encode", "--boundary"]).status == .usage)
    }
}
