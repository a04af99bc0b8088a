import Exchanges
import Forms
import Testing

@testable import Profiles

struct UploadPairingTests {
    private func upload(_ number: Int, _ target: String, _ names: [String]) -> UploadPairing.Upload {
        var exchange = Exchange(connection: 1, client: nil, server: nil)
        exchange.method = "POST"
        exchange.target = target
        var reader = FormReader(declared: [Array("B".utf8)])
        let parts = names.map { "--B\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n1\r\n" }
        reader.push(Array("\(parts.joined())--B--\r\n".utf8).span.bytes)
        return UploadPairing.Upload(number: number, key: UploadKey(exchange, reader.finish()))
    }

    @Test func `uploads meet by URL and field names, whatever the order of the names`() {
        let pairing = UploadPairing([
            [upload(1, "/a", ["x"]), upload(2, "/b", ["x", "y"])],
            [upload(1, "/b", ["y", "x"]), upload(2, "/a", ["x"])],
        ])
        #expect(pairing.groups == [[0, 1], [1, 0]])
        #expect(pairing.unpaired == [[], []])
    }

    @Test func `the n-th upload of a kind meets the n-th, and what is left over is named`() {
        let pairing = UploadPairing([
            [upload(1, "/a", ["x"]), upload(2, "/a", ["x"]), upload(3, "/a", ["x"])],
            [upload(1, "/a", ["x"]), upload(2, "/a", ["x"])],
        ])
        #expect(pairing.groups == [[0, 0], [1, 1]])
        #expect(pairing.unpaired == [[2], []])
    }

    @Test func `a host or a query of its own does not keep uploads apart`() {
        let pairing = UploadPairing([
            [upload(1, "http://a/u?t=1", ["x"])], [upload(1, "https://b:8443/u?t=2", ["x"])],
        ])
        #expect(pairing.groups == [[0, 0]])
    }

    @Test func `one upload of a path on each side is the same with other fields`() {
        let pairing = UploadPairing([[upload(1, "/a", ["x"])], [upload(1, "/a", ["x", "y"])]])
        #expect(pairing.groups == [[0, 0]])
        let several = UploadPairing([
            [upload(1, "/a", ["x"]), upload(2, "/a", ["z"])], [upload(1, "/a", ["x", "y"])],
        ])
        #expect(several.groups == [])
        #expect(several.unpaired == [[0, 1], [0]])
    }

    @Test func `one upload of a URL on each side is the same, whatever else goes to its path`() {
        let pairing = UploadPairing([
            [upload(1, "http://a/u", ["x"]), upload(2, "https://b/u", ["z"])],
            [upload(1, "http://a/u", ["x", "y"])],
        ])
        #expect(pairing.groups == [[0, 0]])
        #expect(pairing.unpaired == [[1], []])
    }

    @Test func `three captures meet too`() {
        let pairing = UploadPairing([
            [upload(1, "/a", ["x"])], [], [upload(1, "/b", ["q"]), upload(2, "/a", ["x"])],
        ])
        #expect(pairing.groups == [[0, nil, 1]])
        #expect(pairing.unpaired == [[], [], [0]])
    }

    @Test func `a third capture joins what the first two have in common, whatever its host`() {
        let pairing = UploadPairing([
            [upload(1, "http://a/u", ["x"]), upload(2, "http://a/u", ["x"])],
            [upload(1, "http://a/u", ["x"]), upload(2, "http://a/u", ["x"])],
            [upload(1, "http://b/u", ["x"]), upload(2, "http://b/u", ["x"]), upload(3, "http://b/u", ["x"])],
        ])
        #expect(pairing.groups == [[0, 0, 0], [1, 1, 1]])
        #expect(pairing.unpaired == [[], [], [2]])
    }
}
