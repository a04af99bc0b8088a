import Bytes

/// The memory that a C library allocates through functions of ours, taken from the capture's budget block by block.
///
/// A block that the budget refuses is not allocated. Asking afterwards would be too late: Brotli fills a window of
/// 16 MiB, from 20 bytes, before it gives out the first of them.
final class LibraryMemory {
    /// The number of bytes that are allocated.
    private(set) var byteCount = 0
    /// Whether a block was refused.
    private(set) var wasRefused = false
    private let budget: MemoryBudget
    private let share: MemoryShare

    /// Room for its length before each block, in bytes; keeps blocks aligned.
    private static let lengthBytes = 16
    /// The least length in bytes of a block that is a window: one is refused where bodies have expanded as far as all
    /// of them may, for filling it is most of the work of decoding such a body.
    private static let windowBytes = 1 << 20

    /// Makes an account of no bytes.
    init(of budget: MemoryBudget) {
        self.budget = budget
        share = MemoryShare(of: budget, for: .decoder)
    }

    /// A block of `size` bytes; `nil` where the budget refuses it.
    func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        let (length, isTooLong) = size.addingReportingOverflow(Self.lengthBytes)
        guard !isTooLong, size < Self.windowBytes || budget.mayExpandBodies,
            share.resize(to: byteCount + length)
        else {
            wasRefused = true
            return nil
        }
        byteCount += length
        let block = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: Self.lengthBytes)
        block.storeBytes(of: length, as: Int.self)
        return block + Self.lengthBytes
    }

    /// Frees a block that ``allocate(_:)`` gave.
    func free(_ address: UnsafeMutableRawPointer) {
        let block = address - Self.lengthBytes
        byteCount -= block.load(as: Int.self)
        block.deallocate()
        _ = share.resize(to: byteCount)
    }
}
