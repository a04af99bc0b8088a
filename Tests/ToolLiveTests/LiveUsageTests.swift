import Testing

/// Command lines that are wrong: each is refused with a sentence before a port is opened.
struct LiveUsageTests {
    @Test(arguments: [
        (["proxy", "--ca", "export", "-o", "f"], "With --ca the proxy does not run: -o has no use there."),
        (["proxy", "--ca", "export", "--map", "http://a"], "a change of requests has no use there."),
        (["proxy", "--ca", "rotate", "--ui"], "With --ca the proxy does not run: --ui has no use there."),
        (["proxy", "--passthrough", ""], "--passthrough takes a host without a port, or *.host, not ''."),
        (["proxy", "--passthrough", "a.example:443"], "not 'a.example:443'."),
        (["proxy", "--insecure", "https://a.example"], "--insecure takes a host without a port, or *"),
        (["proxy", "--upstream-proxy", "a b:80"], "'a b:80' is invalid for '--upstream-proxy"),
        (["proxy", "--upstream-proxy", "a..b"], "'a..b' is invalid for '--upstream-proxy"),
        (["sink", "--key", "k.pem"], "--key is the key of a certificate: --certificate names that."),
        (
            ["sink", "--no-continue", "--refuse-expect"],
            "--no-continue and --refuse-expect exclude each other."
        ),
    ])
    func `an option that has no effect, or no sense, is refused`(arguments: [String], text: String) throws {
        let run = try LiveRun(arguments)
        #expect(run.status == 2)
        #expect(run.diagnostics.hasPrefix("Error: ") && run.diagnostics.contains(text), "\(run.diagnostics)")
    }

    @Test func `a name without an address is not listened on`() throws {
        let run = try LiveRun(["sink", "--no-config", "--allow-remote", "--listen", "no.invalid:80"])
        #expect(run.status == 3)
        let text = "no.invalid:80: cannot be listened on: the host is not known\n"
        #expect(run.diagnostics.hasSuffix(text), "\(run.diagnostics)")
    }

    @Test(arguments: [
        "*", "*.a.example", "a.example.", "::1", "10.0.0.1", "under_score", "b\u{FC}cher.example",
    ])
    func `hosts are names, addresses and what is below a name`(pattern: String) throws {
        // It ends at the option after it.
        let run = try LiveRun(["proxy", "--passthrough", pattern, "--insecure", pattern, "--listen", "99999"])
        #expect(run.diagnostics.contains("not 99999"), "\(run.diagnostics)")
    }

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
