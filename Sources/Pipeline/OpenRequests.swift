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
    var handsOnContent = false
    /// Whether its content is handed on as it comes.
    var handsOnBody = false
    /// Whether its content may become many times longer when content codings are taken off: its memory is counted with each
    /// piece then.
    var expands = false
    /// Whether there is a request.
    var isOpen = false
    /// The number of its exchange.
    fileprivate(set) var number = 0
    /// The bytes that its inspection took in memory when they were counted last.
    fileprivate(set) var memoryBytes = 0
    /// The bytes of its content that came since.
    fileprivate var uncountedBytes = 0

    /// Whether the contents of its parts are collected: to be handed on, or for their digests.
    var collectsContent: Bool { handsOnContent || digests != nil }
}

extension OpenRequest {
    /// The bytes of content after which the memory that it takes is counted anew.
    private static let memoryStep = 2 << 10

    /// Takes the next bytes of the content; returns whether its memory is to be counted.
    fileprivate mutating func push(_ bytes: RawSpan) -> Bool {
        inspection.push(bytes)
        uncountedBytes += bytes.byteCount
        return uncountedBytes >= Self.memoryStep || expands
    }
}

/// The requests of one connection whose exchanges are not completed, by the places of these, and what keeps the bytes of
/// its messages.
struct OpenRequests: Sendable {
    /// By the places of exchanges.
    var requests: [OpenRequest] = []
    /// Pages whose content comes, by the places of exchanges.
    var pages: [Int: PageBuffer] = [:]
    /// Keeps the bytes of its messages; `nil` where they are not wanted.
    var keeper: MessageKeeper?
    /// The connection's number; 0 where there is none.
    var connection = 0
    /// Whether messages came over a wire of their own: a connection, not a log.
    var isOnWire = false

    /// An estimate of the bytes that they take in memory.
    var memoryBytes: Int { requests.capacity * MemoryLayout<OpenRequest>.stride + bufferBytes }
    /// The sum of what their inspections take.
    private var bufferBytes = 0

    /// Counts what the inspection in a place takes in memory now: nothing, where its request is over.
    mutating func count(at place: Int) {
        let now = requests[place].isOpen ? requests[place].inspection.memoryBytes : 0
        bufferBytes += now - requests[place].memoryBytes
        requests[place].memoryBytes = now
        requests[place].uncountedBytes = 0
    }

    /// Hands the next bytes of its content to the inspection in a place.
    mutating func push(_ bytes: RawSpan, at place: Int) {
        if requests[place].push(bytes) { count(at: place) }
    }

    /// The place of an exchange that has a request; `nil` where it has none.
    func place(of exchange: ExchangeID) -> Int? {
        exchange.slot < requests.count && requests[exchange.slot].isOpen ? exchange.slot : nil
    }

    /// Keeps the page of an exchange, which comes in pieces; `nil` where its response is none.
    mutating func keep(_ page: PageBuffer?, of exchange: ExchangeID) {
        // Most connections carry no page: a look-up for each response is left out.
        if page != nil || !pages.isEmpty { pages[exchange.slot] = page }
    }

    /// Takes the page of an exchange out; `nil` where its response is none.
    mutating func takePage(of exchange: ExchangeID) -> PageBuffer? {
        pages.isEmpty ? nil : pages.removeValue(forKey: exchange.slot)
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
        while requests.count <= exchange.slot {
            requests.append(OpenRequest(inspection: RequestInspection(settings)))
        }
        requests[exchange.slot].isOpen = true
        requests[exchange.slot].number = exchange.number
        return exchange.slot
    }
}
