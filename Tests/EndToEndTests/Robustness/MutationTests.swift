import Pipeline
import TestSupport
import Testing

/// Captures whose bytes were changed at random, always the same ones.
struct MutationTests {
    /// How many changed copies are made of each capture where all tests are asked for.
    private static let copies = 100
    /// How many of them are read at the desk.
    private static let sampledCopies = 12
    private static let small = CaptureFolder.captures.filter { (try? $0.bytes().count) ?? .max < 20_000 }

    @Test(arguments: small)
    func `a damaged capture is read or refused, and never brings the reader down`(
        _ capture: CaptureFile
    ) throws {
        let original = try capture.bytes()
        var chance = SeededGenerator(capture.name.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) })
        let copies = (0..<Self.copies).map { _ in Self.change(original, &chance) }
        let tried = TestScope.sample(of: copies, atMost: Self.sampledCopies, seed: 1)
        var read = 0
        for bytes in tried {
            do {
                let collected = try CollectedCapture.read(bytes, name: capture.name)
                #expect(collected.capture?.exchanges == collected.exchanges.count)
                read += 1
            } catch let failure as InputFailure {
                #expect(!failure.reason.isEmpty)
            }
        }
        // In a log one length or bracket may be what all depends on.
        #expect(
            read > tried.count / (capture.holdsPackets ? 2 : 10),
            "most changes leave a capture that can be read"
        )
    }

    /// Flips bits, or copies a piece over another place, or takes one out.
    private static func change(_ original: [UInt8], _ chance: inout SeededGenerator) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &chance) {
            let place = Int.random(in: 4..<bytes.count, using: &chance)
            let length = min(Int.random(in: 1...64, using: &chance), bytes.count - place)
            switch Int.random(in: 0..<5, using: &chance) {
            case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
            case 2:
                bytes[place] = [0x00, 0x0A, 0x0D, 0x2D, 0x7F, 0x80, 0xFF].randomElement(using: &chance) ?? 0
            case 3:
                let target = Int.random(in: 4...(bytes.count - length), using: &chance)
                bytes.replaceSubrange(target..<(target + length), with: bytes[place..<(place + length)])
            default:
                guard bytes.count > 256 else { continue }
                bytes.removeSubrange(place..<(place + length))
            }
        }
        return bytes
    }
}
