import Bytes
import Exchanges
import Pipeline
import TestSupport
import Testing

/// Inputs of which a few bytes once cost much memory or work.
struct HostileCostTests {
    @Test(arguments: [("zstd-windows.pcap", 40), ("zstd-windows-h2.pcap", 60)])
    func `windows of Zstandard are bounded over all bodies that are open`(name: String, uploads: Int) throws {
        let input = try HostileInput.read(name)
        #expect(input.exchangeCount == uploads)
        #expect(input.problems == ["memory-limit"])
        #expect(!input.accuses)
        // A window has 8 MiB.
        let window = 8 << 20
        let refused = input.outcomes[.captureLimit] ?? 0
        #expect(refused >= uploads - MemoryBudget.defaultLimit / window)
        #expect(refused < uploads)
    }

    @Test func `tables of Brotli are bounded over all bodies that are open`() throws {
        let input = try HostileInput.read("brotli-windows.pcap")
        #expect(input.exchangeCount == 25)
        #expect(!input.accuses)
    }

    @Test func `heads of HPACK expand no further than a limit`() throws {
        let input = try HostileInput.read("h2-hpack-bomb.pcap")
        #expect(input.exchangeCount == 1_250)
        #expect(input.problems == ["memory-limit"])
        let allowed = MemoryBudget.expansionLimit + MemoryBudget.expansionPerByte * 118_349
        #expect(input.headBytes <= allowed + 1_250 * 4_096)
        #expect(input.headBytes > MemoryBudget.expansionLimit / 2)
    }

    @Test func `members of an archive that overlap are read up to a limit of its length`() throws {
        let input = try HostileInput.read("saz-overlap.saz")
        #expect(input.problems == ["limit"])
        #expect(input.exchangeCount == 3)
        // The requests have no close delimiter; of the last one only what the limit allows was read.
        #expect(input.errors.map(\.isEmpty) == [false, false, true])
    }

    @Test func `an upload of zeros in an archive is read to its end`() throws {
        let input = try HostileInput.read("saz-zeros.saz")
        #expect(input.exchangeCount == 1)
        #expect(input.problems.isEmpty)
        #expect(!input.accuses)
    }

    @Test func `records that no key opens are tried no more often than their length allows`() throws {
        let input = try HostileInput.read("tls-tiny-records.pcap")
        #expect(input.exchangeCount == 1)
        #expect(!input.accuses)
        #expect(input.problems == ["tls-record"])
    }
}
