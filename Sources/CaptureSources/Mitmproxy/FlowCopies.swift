/// The flows that a file has more than once.
///
/// mitmproxy saves a flow when its response is complete. Where the request, which is streamed, is not complete by then,
/// it saves the flow once more at the end. Of the copies the last of the most complete ones counts, in the place of the
/// first.
struct FlowCopies {
    /// The payload that counts, by the offset of the first copy's payload.
    private var counting: [Int: Range<Int>] = [:]
    /// The offsets of the payloads of later copies.
    private var later: Set<Int> = []

    /// Looks through a file, up to a length that is invalid: of each flow it reads `id` alone, and more of copies.
    init(_ store: ByteStore) {
        var netstrings = NetstringReader(store)
        var firsts: [FlowIdentifier: Range<Int>] = [:]
        var copies: [FlowIdentifier: [Range<Int>]] = [:]
        while netstrings.cursor.remaining > 0, let payload = try? netstrings.payload() {
            let text = netstrings.member("id", of: payload)
            netstrings.cursor.seek(to: payload.upperBound + 1)
            guard let text, let id = FlowIdentifier(text) else { continue }
            guard let first = firsts[id] else {
                firsts[id] = payload
                continue
            }
            copies[id, default: [first]].append(payload)
        }
        for payloads in copies.values where payloads.count <= Self.limit { add(payloads, netstrings) }
    }

    /// The greatest number of flows with one id that are compared: mitmproxy writes two.
    private static let limit = 64

    /// Tells the copies apart from other flows with their id: one that is sent again keeps it.
    private mutating func add(_ payloads: [Range<Int>], _ netstrings: NetstringReader) {
        var netstrings = netstrings
        var requests: [(flow: Flow?, first: Range<Int>, best: Range<Int>, known: Int)] = []
        for payload in payloads {
            let flow = (try? netstrings.flow(payload)).flatMap { Flow($0) }
            let known = flow?.knownCount ?? -1
            let index = requests.firstIndex { earlier in
                // One that is damaged tells no more than its id.
                guard let flow, let earlier = earlier.flow else { return true }
                return flow.isCopy(of: earlier)
            }
            guard let index else {
                requests.append((flow, payload, payload, known))
                continue
            }
            later.insert(payload.lowerBound)
            requests[index].flow = requests[index].flow ?? flow
            if known >= requests[index].known {
                (requests[index].best, requests[index].known) = (payload, known)
            }
        }
        for request in requests { counting[request.first.lowerBound] = request.best }
    }

    /// The payload to read in the place of one; `nil` where that one is a later copy.
    func payload(inPlaceOf payload: Range<Int>) -> Range<Int>? {
        later.contains(payload.lowerBound) ? nil : counting[payload.lowerBound] ?? payload
    }
}
