import Bytes
import Connections
import Inspection
import Testing

@testable import Reporting

struct TextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"), (1_795_222_800_000_001_000, "2026-11-21T01:00:00.000001Z"),
        (951_782_400_123_456_789, "2000-02-29T00:00:00.123456789Z"), (-1_000, "1969-12-31T23:59:59.999999Z"),
        (Int64.max, "2262-04-11T23:47:16.854775807Z"), (Int64.min, "1677-09-21T00:12:43.145224192Z"),
    ])
    func `a moment is written by RFC 3339`(_ nanoseconds: Int64, _ text: String) {
        #expect(Timestamp(nanoseconds: nanoseconds).text == text)
    }

    @Test(
        arguments: [
            (0, 1, "::1"), (0, 0, "::"), (0x2001_0DB8_0000_0000, 0x0001_0000_0000_0001, "2001:db8::1:0:0:1"),
            (0x2001_0DB8_0000_0001, 0x0001_0001_0001_0001, "2001:db8:0:1:1:1:1:1"),
            (0x2001_0000_0000_0001, 0x0000_0000_0000_0001, "2001:0:0:1::1"),
            (0xFE80_0000_0000_0000, 0, "fe80::"),
            (0, 0x0000_FFFF_C000_0201, "::ffff:192.0.2.1"),
        ] as [(UInt64, UInt64, String)]
    )
    func `an IPv6 address is written by RFC 5952`(_ high: UInt64, _ low: UInt64, _ text: String) {
        let endpoint = Endpoint(addressHigh: high, addressLow: low, isIPv6: true, port: 80)
        #expect(endpoint.address == text)
        #expect("\(endpoint)" == "[\(text)]:80")
    }

    @Test(arguments: [
        (0, 0, "0.0.0.0:0"), (0x7F00_0001, 8080, "127.0.0.1:8080"),
        (0xFFFF_FFFF, 65535, "255.255.255.255:65535"),
    ])
    func `an IPv4 address is dotted, and the port stands behind it`(
        _ low: UInt64,
        _ port: UInt16,
        _ text: String
    ) {
        #expect("\(Endpoint(addressLow: low, port: port))" == text)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567"),
        (Int.min, "-9,223,372,036,854,775,808"), (999_999_999_999_999, "999,999,999,999,999"),
        (1_000_000_000_000_007, "1,000,000,000,000,007"),
    ])
    func `numbers are grouped by three digits`(_ number: Int, _ text: String) {
        #expect(Quantity.grouped(number) == text)
    }

    @Test func `columns are counted as a terminal draws them`() {
        #expect("abc".columns == 3)
        #expect("漢字".columns == 4)
        #expect("e\u{301}".columns == 1)
        #expect("🙂".columns == 2)
        #expect("漢字漢字".cut(to: 6) == "漢字…")
        #expect("ab".padded(to: 4, right: true) == "  ab")
    }

    @Test func `lines are broken at blanks, long words anywhere`() {
        #expect("one two three".lines(of: 8) == ["one two", "three"])
        #expect("abcdefghij kl".lines(of: 8) == ["abcdefgh", "ij kl"])
        #expect("".lines(of: 8) == [""])
    }

    @Test func `text may be wrapped at blanks alone, under its own indent`() {
        #expect("one two three".wrapped(to: 13) == ["one two three"])
        #expect("one two three".wrapped(to: 8) == ["one two", "  three"])
        #expect("  one two three".wrapped(to: 9) == ["  one two", "    three"])
        #expect("see http://up.test/a now".wrapped(to: 8) == ["see", "  http://up.test/a", "  now"])
        #expect("漢字 漢字".wrapped(to: 8) == ["漢字", "  漢字"])
    }
}
