import Testing

@testable import Profiles

struct ClientIndexTests {
    @Test(arguments: [
        "------------------------7410553a6a53d735", "----WebKitFormBoundaryrPmYUqmlEhwmRic8",
        "------WebKitFormBoundaryrPmYUqmlEhwmRic8", "xYzZY", "===============1234567890123456789==",
        "b782f8ceaab6047106b4c623a0439fae", "2e9c282849904fd38aed5a5e64a70679",
        "12345678901234567890123456789012",
        "b782f8ce-aab6-0471-06b4-c623a0439fae", "B782F8CE-AAB6-0471-06B4-C623A0439FAE", "MyBoundary", "-",
        "aZ3_aZ3-aZ3_aZ3-aZ3_aZ3-aZ3_aZ3-aZ3",
        "----geckoformboundary7410553a6a53d7357410553a6a53d73",
        String(repeating: "b782f8ceaab60471", count: 7),
    ])
    func `candidates are those with the narrowest shapes, each client looked at by itself`(_ boundary: String)
    {
        let bytes = Array(boundary.utf8)
        let profiles = ClientCatalogue.all
        let bits = profiles.map { profile -> Int? in
            let fitting = profile.boundaries.filter { $0.matches(bytes.span.bytes) }
            return fitting.map { $0.bits(ofLength: bytes.count) }.min()
        }
        let least = bits.compactMap(\.self).min() ?? 0
        let expected = profiles.indices.filter { index in bits[index].map { $0 <= least + 12 } ?? false }
        let found = ClientIndex.catalogue.candidates(for: bytes.span.bytes)
        #expect(found.all.numbers == expected)
        for number in expected {
            let isDistinct = profiles[number].fit(of: bytes.span.bytes) == .distinctive
            #expect(found.distinct.contains(number) == isDistinct)
        }
    }

    @Test(arguments: [
        "curl/8.1", "PycURL/7", "python-requests/2", "Mozilla/5.0 (X11) Chrome/1.0 Safari/537.36",
        "MyApp/1.0",
        "Mozilla/5.0 (Macintosh) Version/17.0 Safari/605", "App/1 CFNetwork/1 Darwin/2", "okhttp/4", "node",
        "",
    ])
    func `a User-Agent names those of which a pattern matches`(_ agent: String) {
        let bytes = Array(agent.utf8)
        let expected = ClientCatalogue.all.indices.filter { index in
            !bytes.isEmpty && ClientCatalogue.all[index].agents.contains { $0.matches(bytes) }
        }
        #expect(ClientIndex.catalogue.claimed(by: bytes.span.bytes).numbers == expected)
    }

    @Test func `a User-Agent that was looked up before is not taken for another one`() {
        let index = ClientIndex(ClientCatalogue.all)
        // Many more than are remembered.
        let agents = (0..<1_000).map { Array("\($0 % 2 == 0 ? "curl" : "node")/\($0)".utf8) }
        for _ in 0..<2 {
            for (number, agent) in agents.enumerated() {
                let claimed = index.claimed(by: agent.span.bytes).numbers.map { ClientCatalogue.all[$0].name }
                #expect(!claimed.isEmpty == (number % 2 == 0), "\(claimed)")
            }
        }
        let long = Array("curl/".utf8) + Array(repeating: UInt8(ascii: "1"), count: 10_000)
        #expect(!index.claimed(by: long.span.bytes).isEmpty)
    }

    @Test func `a set gives its clients in order, up to the last one it has room for`() {
        let numbers = [0, 1, 63, 64, ClientSet.capacity - 1]
        var set = ClientSet()
        #expect(set.isEmpty && set.first == nil && set.numbers.isEmpty)
        for number in numbers.reversed() + numbers { set.insert(number) }
        #expect(set.numbers == numbers)
        #expect(set.count == numbers.count)
        #expect((0..<ClientSet.capacity).filter(set.contains) == numbers)
        var other = ClientSet()
        other.insert(2)
        #expect(!set.overlaps(other))
        other.formUnion(set)
        #expect(set.overlaps(other))
        #expect(other.removeFirst() == 0)
        #expect(other.first == 1)
    }

    @Test func `names have one digest where they are alike but for letter case`() {
        let name = "X-Some-Longer-Name-Of-A-Field"
        var digests: Set<FieldNameDigest> = []
        for length in 0...name.count {
            let (own, other) = (String(name.prefix(length)), name.prefix(length).lowercased())
            #expect(FieldNameDigest(own).folded == FieldNameDigest(other).folded)
            #expect((FieldNameDigest(own).exact == FieldNameDigest(other).exact) == (own == other))
            digests.insert(FieldNameDigest(own))
            for place in 0..<length {
                var changed = Array(own.utf8)
                changed[place] = UInt8(ascii: "0")
                digests.insert(FieldNameDigest(String(decoding: changed, as: UTF8.self)))
            }
        }
        #expect(digests.count == name.count + 1 + (0...name.count).reduce(0, +))
    }
}
