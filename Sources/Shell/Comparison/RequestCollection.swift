import Bytes
import Exchanges
import Forms
import Inspection
package import Pipeline
package import Profiles

/// One request to compare: an exchange of a capture.
package struct RequestPlace: Hashable {
    /// The path of the capture.
    package var path: String
    /// The number of the exchange, from 1.
    package var number: Int

    /// Its name in reports.
    package var name: String { "\(path)#\(number)" }
}

/// Exchanges of several captures; the contents of their parts are in files, so that memory does not grow with
/// them.
package struct RequestCollection {
    private var exchanges: [RequestPlace: InspectedExchange] = [:]
    private var spools: [RequestPlace: ContentSpool] = [:]

    /// Reads exchanges, each capture once.
    ///
    /// - Parameters:
    ///   - places: the exchanges.
    ///   - kind: the kind of input of the captures.
    ///   - options: limits and keys.
    /// - Throws: a ``CommandFailure`` where one cannot be read, or is not a request.
    package init(_ places: [RequestPlace], as kind: InputKind, _ options: InspectionOptions) throws {
        var options = options
        options.wantsDigests = true
        options.wantsPieces = true
        var paths: [String] = []
        for place in places where !paths.contains(place.path) { paths.append(place.path) }
        let numbers = Dictionary(grouping: places, by: \.path).mapValues { Set($0.map(\.number)) }
        for path in paths {
            var taker = RequestTaker(numbers: numbers[path] ?? [])
            options.contentExchanges = taker.numbers
            do throws(InputFailure) {
                _ = try CaptureInspection(options: options).inspect(path: path, as: kind, into: &taker)
            } catch {
                throw CommandFailure.unreadable("\(error)")
            }
            for number in (numbers[path] ?? []).sorted() {
                let place = RequestPlace(path: path, number: number)
                guard let taken = taker.taken[number] else {
                    throw CommandFailure.unreadable("\(path): has no exchange \(number)")
                }
                guard taken.exchange.request != nil else {
                    throw CommandFailure.unreadable("\(place.name): the capture has no request of it")
                }
                if let failure = taker.spools[number]?.failure { throw failure }
                exchanges[place] = taken
                spools[place] = taker.spools[number]
            }
        }
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
}

/// Keeps the selected exchanges and the contents of their parts.
private struct RequestTaker: InspectionHandler {
    let numbers: Set<Int>
    let spools: [Int: ContentSpool]
    private(set) var taken: [Int: InspectedExchange] = [:]

    init(numbers: Set<Int>) {
        self.numbers = numbers
        spools = Dictionary(uniqueKeysWithValues: numbers.map { ($0, ContentSpool()) })
    }

    mutating func inspected(_ exchange: consuming InspectedExchange) {
        let exchange = exchange
        if numbers.contains(exchange.number) { taken[exchange.number] = exchange }
    }

    mutating func content(exchange: Int, part: Int, _ bytes: RawSpan) {
        spools[exchange]?.write(bytes, part: part)
    }
}
