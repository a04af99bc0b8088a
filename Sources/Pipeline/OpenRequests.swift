import Bytes
import Exchanges
import Forms
import Inspection

/// A request of which the exchange is not completed: its inspection.
struct OpenRequest: Sendable {
    /// Reads and judges it; used for one request after the other, so that it need not be moved.
    var inspection: RequestInspection
    /// The digests of its parts, where they are wanted.
    var digests: PartDigests?
    /// Whether the contents of its parts are handed on.
    private(set) var handsOnContent = false
    /// Whether its content is handed on as it comes.
    var handsOnBody = false
    /// Its exchange as it was judged when it was answered; `nil` where that was not wanted.
    var answered: AnsweredExchange?
    /// Whether its content may become many times longer when content codings are taken off: its memory is counted with each
    /// piece then.
    private var expands = false
    /// Whether there is a request.
    private(set) var isOpen = false
    /// The number of its exchange.
    private(set) var number = 0
    /// The slot of its exchange.
    private var slot = 0
    /// The bytes that its inspection took in memory when they were counted last.
    private var memoryBytes = 0
    /// The bytes of its content that came since.
    private var uncountedBytes = 0

    /// Makes a place without a request.
    init(_ settings: InspectionSettings) { inspection = RequestInspection(settings) }

    /// Whether the contents of its parts are collected: to be handed on, or for their digests.
    var collectsContent: Bool { handsOnContent || digests != nil }
}

extension OpenRequest {
    /// The bytes of content after which the memory that it takes is counted anew; a quarter of that memory, where it is more.
    private static let memoryStep = 2 << 10

    /// Makes it that of an exchange.
    fileprivate mutating func open(_ exchange: ExchangeID) {
        isOpen = true
        number = exchange.number
        slot = exchange.slot
    }

    /// Ends it; returns the slot of its exchange, and what was counted of its memory, in bytes.
    fileprivate mutating func close() -> (slot: Int, memoryBytes: Int) {
        defer { (isOpen, memoryBytes, uncountedBytes) = (false, 0, 0) }
        return (slot, memoryBytes)
    }

    /// Begins a request with its head.
    ///
    /// - Parameters:
    ///   - head: the head.
    ///   - keepsBytes: whether the bytes of its content are wanted.
    ///   - handsOnContent: whether the contents of its parts are handed on.
    ///   - wantsDigests: whether the digests of its parts are wanted.
    mutating func begin(
        _ head: borrowing MessageHead,
        keepsBytes: Bool,
        handsOnContent: Bool,
        wantsDigests: Bool
    ) {
        self.handsOnContent = handsOnContent
        if wantsDigests || digests != nil { digests = wantsDigests ? PartDigests() : nil }
        inspection.begin(
            head.fields,
            declaredLength: head.declaredLength,
            keepsBytes: keepsBytes,
            collectsContent: handsOnContent || wantsDigests
        )
        expands = inspection.expands
    }

    /// Counts what its inspection takes in memory now; returns how much more that is than it was.
    fileprivate mutating func countMemory() -> Int {
        let last = memoryBytes
        memoryBytes = inspection.memoryBytes
        uncountedBytes = 0
        return memoryBytes - last
    }

    /// Takes the next bytes of the content; returns whether its memory is to be counted.
    fileprivate mutating func push(_ bytes: RawSpan) -> Bool {
        inspection.push(bytes)
        uncountedBytes += bytes.byteCount
        return uncountedBytes >= max(Self.memoryStep, memoryBytes / 4) || expands
    }
}

/// The requests of one connection whose exchanges are not completed, and what keeps the bytes of its messages.
///
/// Only requests with content have a place while they wait for their responses, as others need no inspection until then.
struct OpenRequests: Sendable {
    /// By places.
    var requests: [OpenRequest] = []
    /// The places by the slots of exchanges; -1 where there is no request.
    private var places: [Int32] = []
    /// The places without a request.
    private var free: [Int] = []
    /// How many places are kept when no request is open.
    private static let keptPlaces = 64
    /// Pages whose content comes, by the slots of exchanges.
    var pages: [Int: PageBuffer] = [:]
    /// Keeps the bytes of its messages; `nil` where they are not wanted.
    var keeper: MessageKeeper?
    /// The connection's number; 0 where there is none.
    let connection: Int
    /// Whether messages came over a wire of their own: a connection, not a log.
    let isOnWire: Bool

    /// Makes an empty value.
    ///
    /// - Parameters:
    ///   - keeper: keeps the bytes of its messages; `nil` where they are not wanted.
    ///   - connection: the connection's number; 0 where there is none.
    ///   - isOnWire: whether messages come over a wire of their own.
    init(keeper: MessageKeeper? = nil, connection: Int = 0, isOnWire: Bool = false) {
        self.keeper = keeper
        self.connection = connection
        self.isOnWire = isOnWire
    }

    /// An estimate of the bytes that they take in memory.
    var memoryBytes: Int {
        ArrayGrowth.bytes(requests.count, stride: MemoryLayout<OpenRequest>.stride)
            + ArrayGrowth.bytes(places.count, stride: MemoryLayout<Int32>.stride) + bufferBytes
    }
    /// The same without the places that are free.
    var openBytes: Int { (requests.count - free.count) * MemoryLayout<OpenRequest>.stride + bufferBytes }
    /// The sum of what their inspections take.
    private var bufferBytes = 0

    /// Counts what the inspection in a place takes in memory now.
    mutating func count(at place: Int) { bufferBytes += requests[place].countMemory() }

    /// Hands the next bytes of its content to the inspection in a place.
    mutating func push(_ bytes: RawSpan, at place: Int) {
        if requests[place].push(bytes) { count(at: place) }
    }

    /// The place of an exchange that has a request; `nil` where it has none.
    func place(of exchange: ExchangeID) -> Int? {
        guard exchange.slot < places.count, places[exchange.slot] >= 0 else { return nil }
        return Int(places[exchange.slot])
    }

    /// The requests whose content has not ended.
    var unfinished: [UnfinishedMessage] {
        requests.compactMap { request in
            guard request.isOpen, !request.inspection.hasFinished else { return nil }
            return UnfinishedMessage(
                exchange: request.number,
                role: .request,
                receivedBytes: request.inspection.length
            )
        }
    }

    /// Makes a place for the request of an exchange.
    mutating func open(_ exchange: ExchangeID, _ settings: InspectionSettings) -> Int {
        let place = free.popLast() ?? requests.count
        if place == requests.count { requests.append(OpenRequest(settings)) }
        while places.count <= exchange.slot { places.append(-1) }
        places[exchange.slot] = Int32(place)
        requests[place].open(exchange)
        return place
    }

    /// Frees the place of a request that is over.
    mutating func close(_ place: Int) {
        let (slot, memoryBytes) = requests[place].close()
        bufferBytes -= memoryBytes
        places[slot] = -1
        free.append(place)
        guard free.count == requests.count, free.count > Self.keptPlaces else { return }
        requests = []
        places = []
        free = []
    }
}
