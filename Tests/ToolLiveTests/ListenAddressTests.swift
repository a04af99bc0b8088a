import Testing

@testable import ToolLive

struct ListenAddressTests {
    @Test(
        arguments: [
            ("8080", "127.0.0.1", 8080, true), ("127.0.0.1:0", "127.0.0.1", 0, true),
            ("[::1]:80", "::1", 80, true),
            ("0.0.0.0:80", "0.0.0.0", 80, false), ("localhost:8000", "localhost", 8000, true),
            ("example.org:80", "example.org", 80, false),
        ]
    )
    func `an address is a host and a port, or a port alone`(
        text: String,
        host: String,
        port: Int,
        isLoopback: Bool
    ) throws {
        let address = try #require(ListenAddress(argument: text))
        #expect(address.host == host && address.port == port && address.isLoopback == isLoopback)
    }

    @Test(arguments: ["", "x", "127.0.0.1", "127.0.0.1:", ":80"])
    func `what is no address is refused`(text: String) {
        #expect(ListenAddress(argument: text) == nil)
    }
}
