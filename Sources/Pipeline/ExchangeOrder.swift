import Bytes

/// Judged exchanges on their way out, in the order of their numbers.
///
/// An exchange waits until all before it have left. Where too many wait for one, those before them are not waited
/// for any more, and leave as they come.
struct ExchangeOrder {
    /// The place of an exchange.
    private enum Place {
        /// Of one that is not judged yet, or has left.
        case open
        /// Of one that waits, which stands at an index of `kept`.
        case exchange(Int)
        /// Of one that was counted, and does not leave: what it took in memory, in bytes.
        case counted(Int)
    }

    /// What is kept of an exchange that waits: itself, or a text that was made of it.
    private struct Kept {
        var exchange: InspectedExchange?
        var text: ExchangeText?
        /// What it takes in memory, in bytes.
        var memoryBytes: Int
    }

    /// How many exchanges were added, counted ones included.
    private(set) var exchangeCount = 0
    /// Whether exchanges left out of order.
    private(set) var isLost = false

    private let limit: Int
    private let isStrict: Bool
    private var nextNumber = 1
    /// The exchanges from `nextNumber` on, which stands at index `next`.
    private var waiting: ContiguousArray<Place> = []
    private var next = 0
    private var count = 0
    /// Those that wait, and the indices at which none stands: their places are small, as most are passed over.
    private var kept: ContiguousArray<Kept> = []
    private var free: [Int] = []
    /// What those that wait take in memory, in bytes, and how much of it is taken from the budget.
    private var waitingBytes = 0
    private var takenBytes = 0
    private let memory: MemoryShare

    /// The steps in which memory is taken, in bytes.
    private static let memoryStep = 256 << 10

    /// Makes an order in which at most `limit` exchanges wait, as far as there is memory for them.
    ///
    /// - Parameters:
    ///   - limit: the number.
    ///   - memory: the memory.
    ///   - isStrict: whether nothing is handed on any more once order is lost.
    init(limit: Int, memory: MemoryBudget, isStrict: Bool = false) {
        self.limit = limit
        self.isStrict = isStrict
        self.memory = MemoryShare(of: memory, for: .order)
    }

    /// Hands an exchange on, and those that waited for it; or lets it wait.
    mutating func add(_ exchange: consuming InspectedExchange, to sink: any InspectionSink) {
        exchangeCount += 1
        guard !isStrict || !isLost else { return }
        let distance = exchange.number - nextNumber
        guard distance > 0 else {
            sink.inspected(consume exchange)
            guard distance == 0 else { return }
            advance()
            handOn(to: sink)
            return
        }
        // Written where it is kept: an item that is made before is copied to there.
        let index = free.popLast() ?? kept.count
        if index == kept.count { kept.append(Kept(memoryBytes: 0)) }
        let memoryBytes: Int
        if let text = sink.text(of: exchange) {
            memoryBytes = text.memoryBytes
            kept[index].text = text
        } else {
            memoryBytes = exchange.memoryBytes
            kept[index].exchange = exchange
        }
        kept[index].memoryBytes = memoryBytes
        wait(.exchange(index), at: distance, memoryBytes, sink)
    }

    /// Passes over an exchange that was counted, and hands on those that waited for it.
    mutating func addCounted(_ number: Int, memoryBytes: Int, to sink: any InspectionSink) {
        exchangeCount += 1
        guard !isStrict || !isLost else { return }
        let distance = number - nextNumber
        if distance > 0 { return wait(.counted(memoryBytes), at: distance, memoryBytes, sink) }
        guard distance == 0 else { return }
        advance()
        handOn(to: sink)
    }

    /// Lets an exchange wait, unless too many do.
    private mutating func wait(
        _ place: Place,
        at distance: Int,
        _ memoryBytes: Int,
        _ sink: any InspectionSink
    ) {
        let index = next + distance
        while waiting.count <= index { waiting.append(.open) }
        waitingBytes += memoryBytes
        waiting[index] = place
        count += 1
        guard count > limit || !hasMemory() else { return }
        // Order is given up before memory is.
        isLost = true
        guard !isStrict else { return }
        while next < waiting.count, case .open = waiting[next] { advance() }
        handOn(to: sink)
    }

    /// Hands on all that wait, at the end of a capture.
    mutating func finish(to sink: any InspectionSink) {
        while next < waiting.count {
            if case .exchange(let index) = waiting[next] { handOn(index, to: sink) }
            next += 1
        }
        waiting = []
        kept = []
        free = []
        next = 0
        count = 0
        waitingBytes = 0
        _ = hasMemory()
    }

    /// Hands on the exchanges that follow without a break.
    private mutating func handOn(to sink: any InspectionSink) {
        while next < waiting.count {
            switch waiting[next] {
            case .open:
                _ = hasMemory()
                return
            case .counted(let memoryBytes): waitingBytes -= memoryBytes
            case .exchange(let index):
                waitingBytes -= kept[index].memoryBytes
                handOn(index, to: sink)
            }
            waiting[next] = .open
            count -= 1
            advance()
        }
        _ = hasMemory()
    }

    /// Hands an exchange on that waited.
    private mutating func handOn(_ index: Int, to sink: any InspectionSink) {
        free.append(index)
        if let text = kept[index].text.take() {
            sink.inspected(text)
        } else if let exchange = kept[index].exchange.take() {
            sink.inspected(exchange)
        }
    }

    /// Whether there is memory for the exchanges that wait.
    private mutating func hasMemory() -> Bool {
        let needed = waitingBytes / Self.memoryStep * Self.memoryStep
        guard needed != takenBytes else { return true }
        guard memory.resize(to: needed) else { return false }
        takenBytes = needed
        return true
    }

    /// Moves on to the next number, and lets go of the places that were left once they are the greater part.
    private mutating func advance() {
        nextNumber += 1
        next += 1
        // Where exchanges come in order none waits: there is nothing to let go of.
        guard !waiting.isEmpty else { return next = 0 }
        guard next >= waiting.count || next > 256 && next > waiting.count / 2 else { return }
        waiting.removeSubrange(..<min(next, waiting.count))
        next = 0
    }
}
