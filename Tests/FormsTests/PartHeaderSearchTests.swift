import Testing

@testable import Forms

/// The search for a part's header line, which reads one word of 23 bytes, held against one that looks at every place.
struct PartHeaderSearchTests {
    private static let spellings = [
        "Content-Disposition: form-data; name=\"a\"", "content-disposition:form-data; name=a",
        "CONTENT-DISPOSITION:  FORM-DATA;", "Content-disposition:\tform-data\r\n--xx",
    ]

    @Test(arguments: spellings)
    func `finds the text at every place, whatever is around it`(_ spelling: String) {
        let text = Array(spelling.utf8)
        for filler: UInt8 in [0x00, 0x2D, 0x6E, 0xFF] {
            for place in 0..<96 {
                let bytes =
                    [UInt8](repeating: filler, count: place) + text
                    + [UInt8](repeating: filler, count: place % 40)
                #expect(Self.first(in: bytes, from: 0) == place)
                #expect(Self.first(in: bytes, from: place) == place)
                #expect(Self.first(in: bytes, from: place + 1) == nil)
            }
        }
    }

    @Test(arguments: [
        "Content-Disposition: attachment; filename=\"form-data\"",
        "Content-Disposition-form-data; name=abcdef",
        "Content-Disposition: form-dat", "Content-Description: form-data; name=\"abc\"",
    ])
    func `finds no other header line`(_ text: String) {
        #expect(Self.first(in: Array(text.utf8), from: 0) == nil)
    }

    @Test func `finds what a search place by place finds among pieces of the text`() {
        let text = Array(Self.spellings[0].utf8)
        var random = Deterministic(state: 23)
        for _ in 0..<50 {
            var bytes: [UInt8] = []
            while bytes.count < 2000 {
                let start = Int(random.next() % 30)
                let end = start + Int(random.next() % UInt64(text.count - start + 1))
                bytes += random.next() % 8 == 0 ? text[...] : text[start..<end]
                if random.next() % 4 == 0 { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
            }
            var from = 0
            while let expected = Self.naive(bytes, from) {
                #expect(Self.first(in: bytes, from: from) == expected)
                from = expected + 1
            }
            #expect(Self.first(in: bytes, from: from) == nil)
        }
    }

    private static func first(in bytes: [UInt8], from: Int) -> Int? {
        bytes.withUnsafeBytes { PartHeaderSearch.first(in: $0, from: from, to: $0.count) }
    }

    private static func naive(_ bytes: [UInt8], _ from: Int) -> Int? {
        guard bytes.count >= 30 else { return nil }
        return (from..<max(from, bytes.count - 29)).first { place in
            String(decoding: bytes[place..<(place + 30)], as: UTF8.self).lowercased()
                == "content-disposition: form-data"
        }
    }
}
