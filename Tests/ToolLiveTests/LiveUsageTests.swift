import Testing

/// Command lines that are wrong: each is refused with a sentence before a port is opened.
struct LiveUsageTests {
    @Test(arguments: [
        (["proxy", "--listen", "127.0.0.1:99999"], "--listen takes a port from 0 to 65535, not 99999."),
        (["sink", "--listen", "127.0.0.1:-1"], "--listen takes a port from 0 to 65535, not -1."),
        (["sink", "--ui=70000"], "--ui takes a port from 0 to 65535, not 70000."),
        (["trial", "--serve", "--listen", "65536"], "--listen takes a port from 0 to 65535, not 65536."),
        (["proxy", "--listen", "0.0.0.0:80"], "0.0.0.0 is reached by other machines: --allow-remote"),
        (
            ["sink", "--listen", "no.invalid:80"],
            "no.invalid is a name, and may be that of an address which other machines reach: --allow-remote"
        ),
    ])
    func `an address that is not listened on is named with the reason`(arguments: [String], text: String)
        throws
    {
        let run = try LiveRun(arguments)
        #expect(run.status == 2)
        #expect(run.diagnostics.hasPrefix("Error: ") && run.diagnostics.contains(text), "\(run.diagnostics)")
    }
}
