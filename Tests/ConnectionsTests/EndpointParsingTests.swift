import Bytes
import Connections
import Testing

struct EndpointParsingTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"),
        ("[2001:db8::8:800:200c:417a]", "[2001:db8::8:800:200c:417a]:80"),
        ("::ffff:192.0.2.1", "[::ffff:192.0.2.1]:80"), ("fe80::1%eth0", "[fe80::1]:80"), ("::", "[::]:80"),
        ("1:2:3:4:5:6:7:8", "[1:2:3:4:5:6:7:8]:80"),
    ])
    func `reads addresses back from their texts`(_ text: String, _ endpoint: String) {
        #expect(Endpoint(address: text, port: 80).map { "\($0)" } == endpoint)
    }

    @Test(arguments: [
        "example.com", "1.2.3", "1.2.3.256", "1:2:3", "1::2::3", "1:2:3:4:5:6:7:8:9", "::12345", "", ":",
    ])
    func `takes no host name for an address`(_ text: String) {
        #expect(Endpoint(address: text, port: 80) == nil)
    }

    @Test func `takes no number for a port that is none`() {
        #expect(Endpoint(address: "127.0.0.1", port: 65_536) == nil)
    }
}
