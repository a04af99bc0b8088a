import TestSupport
import Testing

/// `--client` and `--host`.
struct AddressSelectionTests {
    @Test func `an address and a port are selected however they are written`() throws {
        func count(_ path: String, _ arguments: String...) -> Int {
            CommandRun(["inspect", "--format", "ndjson", path] + arguments).output
                .split(separator: "\n").count - 1
        }
        let local = Checkout.path("Captures/curl/ipv6.pcap")
        for address in ["::1", "0:0:0:0:0:0:0:1", "[::1]"] { #expect(count(local, "--client", address) == 1) }
        #expect(count(local, "--client", "::2") == 0)
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("GET / HTTP/1.1\r\nHost: h.test\r\n\r\n".utf8), to: "a.http")
        for host in ["h.test", "H.test:80"] { #expect(count(path, "--host", host) == 1) }
        for host in ["h.test:81", "h.test:443", "h.tes"] { #expect(count(path, "--host", host) == 0) }
    }
}
