import Synchronization

/// The parts of a form that are made when they are first asked for, by any thread.
///
/// `AtomicLazyReference` would do the same, but Swift 6.3 does not specialize it: each look at it takes a thousand
/// instructions.
struct PartList: ~Copyable, Sendable {
    private final class Made: Sendable {
        let parts: [BodyPart]

        init(_ parts: [BodyPart]) { self.parts = parts }
    }

    /// The address of a ``Made``, which is released with this; 0 until there is one.
    private let address = Atomic<UInt>(0)

    /// The parts; where two threads ask first, both make them, and those of one are taken.
    func parts(_ make: () -> [BodyPart]) -> [BodyPart] {
        let known = address.load(ordering: .acquiring)
        if known != 0 { return Self.parts(at: known) }
        let made = Unmanaged.passRetained(Made(make()))
        let (isFirst, others) = address.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: made.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        guard !isFirst else { return made.takeUnretainedValue().parts }
        made.release()
        return Self.parts(at: others)
    }

    /// Sound: an address stands there only once its object is made, and that is kept as long as this.
    private static func parts(at address: UInt) -> [BodyPart] {
        object(at: address)?.takeUnretainedValue().parts ?? []
    }

    private static func object(at address: UInt) -> Unmanaged<Made>? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
    }

    deinit { Self.object(at: address.load(ordering: .acquiring))?.release() }
}
