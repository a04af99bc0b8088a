import Bytes
package import Pipeline

/// Reads the requests of comparisons, each capture once however many there are, and hands each comparison on as soon as
/// its requests are there.
package struct ComparisonReading {
    /// The greatest number of comparisons of several requests for which the captures are read once.
    ///
    /// Their requests wait for one another; those of one request wait for nothing.
    package static let waitingLimit = 10_000

    /// How many times a capture was read.
    package private(set) var passCount = 0
    /// The greatest number of requests that were kept at once.
    package private(set) var keptCount = 0
    /// The captures that could not be read beyond some damage, in the order in which they were read.
    package private(set) var damaged: [InspectedCapture] = []

    private let groups: [[RequestPlace]]
    private let kind: InputKind
    private var options: InspectionOptions
    private let waitingLimit: Int
    private let progress: ReadingProgress?

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - groups: the requests of each comparison.
    ///   - kind: the kind of input of the captures.
    ///   - options: limits and keys.
    ///   - waitingLimit: the number of comparisons of several requests for which the captures are read once.
    ///   - progress: shows how far reading is.
    package init(
        _ groups: [[RequestPlace]],
        as kind: InputKind,
        _ options: InspectionOptions,
        waitingLimit: Int = Self.waitingLimit,
        progress: ReadingProgress? = nil
    ) {
        self.groups = groups
        self.kind = kind
        self.options = options
        self.waitingLimit = waitingLimit
        self.progress = progress
        self.options.wantsDigests = true
        self.options.wantsPieces = true
    }

    /// Passes each comparison's requests to `body`, in order.
    ///
    /// - Throws: a ``CommandFailure`` where a request cannot be read, or is none; what `body` throws.
    package mutating func read(_ body: ([RequestPlace], RequestCollection) throws -> Void) throws {
        var rest = groups[...]
        while !rest.isEmpty {
            let waits = rest.contains { $0.count > 1 }
            let batch = waits ? rest.prefix(waitingLimit) : rest
            rest = rest.dropFirst(batch.count)
            try read(batch, body)
        }
    }

    private mutating func read(
        _ batch: ArraySlice<[RequestPlace]>,
        _ body: ([RequestPlace], RequestCollection) throws -> Void
    ) throws {
        let numbers = Dictionary(grouping: batch.joined(), by: \.path).mapValues { Set($0.map(\.number)) }
        var seen: Set<String> = []
        let paths = batch.joined().map(\.path).filter { seen.insert($0).inserted }
        try withoutActuallyEscaping(body) { body in
            var taker = RequestTaker(batch, body)
            for path in paths {
                taker.begin(path, numbers: numbers[path] ?? [])
                var options = options
                options.contentExchanges = taker.numbers
                passCount += 1
                do throws(InputFailure) {
                    progress?.begin(path)
                    defer { progress?.wipe() }
                    let inspection = CaptureInspection(options: options, progress: progress?.advance)
                    let capture = try inspection.inspect(path: path, as: kind, into: &taker)
                    let isTold = damaged.contains { $0.path == path }
                    if capture.isPartlyUnread, !isTold { damaged.append(capture) }
                } catch {
                    throw CommandFailure.unreadable("\(error)")
                }
                try taker.finish()
            }
            keptCount = max(keptCount, taker.keptCount)
        }
    }
}

/// Keeps the exchanges of comparisons until the last one of each has come.
private struct RequestTaker: InspectionHandler {
    private(set) var numbers: Set<Int> = []
    private(set) var keptCount = 0
    private var path = ""
    private var missing: Set<Int> = []
    private var waiting: ArraySlice<[RequestPlace]>
    private var requests = RequestCollection()
    /// How many of the comparisons that wait need a request.
    private var uses: [RequestPlace: Int] = [:]
    private var failure: (any Error)?
    private let body: ([RequestPlace], RequestCollection) throws -> Void

    init(
        _ groups: ArraySlice<[RequestPlace]>,
        _ body: @escaping ([RequestPlace], RequestCollection) throws -> Void
    ) {
        waiting = groups
        self.body = body
        for place in groups.joined() { uses[place, default: 0] += 1 }
    }

    /// Begins a capture.
    mutating func begin(_ path: String, numbers: Set<Int>) {
        self.path = path
        self.numbers = numbers
        missing = numbers
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        guard failure == nil, numbers.contains(exchange.number) else { return }
        missing.remove(exchange.number)
        do {
            try requests.add(exchange, at: RequestPlace(path: path, number: exchange.number))
            keptCount = max(keptCount, requests.count)
            try handOn()
        } catch {
            failure = error
        }
    }

    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        guard failure == nil else { return }
        requests.write(bytes, part: part, of: RequestPlace(path: path, number: exchange))
    }

    /// Ends a capture.
    func finish() throws {
        if let failure { throw failure }
        guard let number = missing.min() else { return }
        throw CommandFailure.unreadable("\(path): has no exchange \(number)")
    }

    /// Hands on the comparisons whose requests are there, in order.
    private mutating func handOn() throws {
        while let group = waiting.first, group.allSatisfy(requests.has) {
            waiting.removeFirst()
            try body(group, requests)
            for place in group {
                uses[place, default: 0] -= 1
                if uses[place] == 0 { requests.remove(place) }
            }
        }
    }
}
