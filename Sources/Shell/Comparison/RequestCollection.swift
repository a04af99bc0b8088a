import Bytes
import CaptureSources
import Exchanges
import Forms
import Inspection
package import Pipeline
package import Profiles
package import Repair

/// One request to compare: an exchange of a capture.
package struct RequestPlace: Hashable {
    /// The path of the capture.
    package var path: String
    /// The number of the exchange, from 1.
    package var number: Int

    /// Names an exchange of a capture.
    package init(path: String, number: Int) {
        self.path = path
        self.number = number
    }

    /// Its name in reports.
    package var name: String { "\(path)#\(number)" }
}

/// The requests of comparisons, as far as they were read and are still needed; the contents of their parts are in
/// files, so that memory does not grow with them.
package struct RequestCollection {
    /// The number of bytes of contents after which a file is no longer added to: it goes with the last request whose
    /// contents are in it, and many requests need few open files.
    private static let storeBytes = 64 << 20

    private var exchanges: [RequestPlace: InspectedExchange] = [:]
    private var spools: [RequestPlace: ContentSpool] = [:]
    private var store = ByteStore(memoryLimit: ContentSpool.memoryLimit)

    /// Makes an empty collection.
    init() {}

    /// The number of requests that are kept.
    package var count: Int { exchanges.count }

    /// Whether a request is there.
    func has(_ place: RequestPlace) -> Bool { exchanges[place] != nil }

    /// Adds the next bytes of a part of a request.
    mutating func write(_ bytes: RawSpan, part: Int, of place: RequestPlace) {
        spool(of: place).write(bytes, part: part)
    }

    /// Adds a request whose contents are complete.
    mutating func add(_ exchange: InspectedExchange, at place: RequestPlace) throws {
        guard exchange.exchange.request != nil else {
            throw CommandFailure.unreadable("\(place.name): the capture has no request of it")
        }
        if let failure = spool(of: place).failure { throw failure }
        exchanges[place] = exchange
    }

    /// Lets go of a request.
    mutating func remove(_ place: RequestPlace) {
        exchanges[place] = nil
        spools[place] = nil
    }

    /// An exchange with the contents of its parts.
    package func exchange(_ place: RequestPlace) throws -> (exchange: InspectedExchange, spool: ContentSpool)
    {
        guard let exchange = exchanges[place], let spool = spools[place] else {
            throw CommandFailure.unreadable("\(place.path): has no exchange \(place.number)")
        }
        return (exchange, spool)
    }

    /// An exchange as one side of a comparison.
    package func request(_ place: RequestPlace, role: ComparedRequest.Role) throws -> ComparedRequest {
        let (taken, spool) = try exchange(place)
        return ComparedRequest(
            label: place.name,
            role: role,
            exchange: taken.exchange,
            form: taken.form,
            findings: taken.findings.map(\.finding),
            digests: taken.digests,
            pieces: taken.pieces,
            contents: taken.form?.parts.map { spool.content(of: $0.number) } ?? []
        )
    }

    private mutating func spool(of place: RequestPlace) -> ContentSpool {
        if let spool = spools[place] { return spool }
        if store.count >= Self.storeBytes { store = ByteStore(memoryLimit: ContentSpool.memoryLimit) }
        let spool = ContentSpool(in: store)
        spools[place] = spool
        return spool
    }
}
