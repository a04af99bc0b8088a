import CaptureSources
import Testing

/// Bytes that are put aside, in memory or in a file.
struct ByteStoreTests {
    private static let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }

    /// A store to which the bytes were added in pieces.
    private static func store(memoryLimit: Int, folder: String? = nil) -> ByteStore {
        let store = ByteStore(memoryLimit: memoryLimit, folder: folder)
        for start in stride(from: 0, to: bytes.count, by: 999) {
            let piece = Array(bytes[start..<min(start + 999, bytes.count)])
            try? store.append(piece.span.bytes)
        }
        return store
    }

    @Test(arguments: [0, 1, 5_000, 99_999, 100_000])
    func `any range is read back, wherever its bytes lie`(memoryLimit: Int) throws {
        let store = Self.store(memoryLimit: memoryLimit)
        #expect(store.count == Self.bytes.count)
        #expect(store.failure == nil)
        for start in stride(from: 0, to: 100_000, by: 7_919) {
            for length in [0, 1, 1_000, 60_000] {
                let end = min(start + length, 100_000)
                #expect(try store.contents(of: start..<end) == Array(Self.bytes[start..<end]))
            }
        }
        #expect(try store.contents(of: 99_990..<200_000) == Array(Self.bytes[99_990...]))
        #expect(try store.contents(of: 100_000..<200_000).isEmpty)
    }

    @Test func `bytes are read back while more are added`() throws {
        let store = ByteStore(memoryLimit: 100)
        for start in stride(from: 0, to: 10_000, by: 10) {
            try store.append(Array(Self.bytes[start..<(start + 10)]).span.bytes)
            let place = max(start - 300, 0)..<(start + 10)
            #expect(try store.contents(of: place) == Array(Self.bytes[place]))
        }
    }

    @Test func `what cannot be written stays in memory, and says why`() throws {
        let store = Self.store(memoryLimit: 1_000, folder: "/there/is/no/such/folder")
        #expect(store.failure != nil)
        #expect(try store.contents(of: 0..<100_000) == Self.bytes)
        let one: [UInt8] = [1]
        #expect(throws: ByteSource.Failure.self) { try store.append(one.span.bytes) }
        #expect(store.count == 100_001)
    }

    @Test func `several threads read at once while one adds`() async throws {
        let store = Self.store(memoryLimit: 2_000)
        await withTaskGroup(of: Bool.self) { group in
            for start in stride(from: 0, to: 90_000, by: 1_000) {
                group.addTask {
                    let place = start..<(start + 10_000)
                    return (try? store.contents(of: place)) == Array(Self.bytes[place])
                }
            }
            group.addTask {
                let more = [UInt8](repeating: 7, count: 300_000)
                return (try? store.append(more.span.bytes)) != nil
            }
            for await isEqual in group { #expect(isEqual) }
        }
        #expect(store.count == 400_000)
    }
}
