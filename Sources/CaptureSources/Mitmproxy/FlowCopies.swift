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
            later.insert(payload.lowerBound)
        }
        for payloads in copies.values {
            var most = -1
            for payload in payloads {
                let value = try? netstrings.flow(payload)
                let count = value.flatMap { Flow($0)?.knownCount } ?? -1
                guard count >= most else { continue }
                most = count
                counting[payloads[0].lowerBound] = payload
            }
        }
    }

    /// The payload to read in the place of one; `nil` where that one is a later copy.
    func payload(inPlaceOf payload: Range<Int>) -> Range<Int>? {
        later.contains(payload.lowerBound) ? nil : counting[payload.lowerBound] ?? payload
    }
}
