/// Reads a flow file of mitmproxy: a sequence of records, each of them a flow.
///
/// All versions that store flows as records are supported, each by its field names: 0.10 to 3.0 with versions
/// like `[0, 18, 2]`, and 4 to 21 with whole numbers. Content is the body without its transfer coding, byte
/// for byte; a body that the proxy streamed through is absent. A flow that was saved more than once is one exchange.
struct FlowFileReader {
    private let store: ByteStore
    private var netstrings: NetstringReader

    /// Makes a reader.
    init(_ store: ByteStore) {
        self.store = store
        netstrings = NetstringReader(store)
    }

    /// Reads the file and reports its flows in order; flows of TCP, UDP and DNS are skipped.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        let copies = FlowCopies(store)
        var others: [String: Int] = [:]
        var isFirst = true
        while netstrings.cursor.remaining > 0 {
            let payload: Range<Int>
            do throws(CaptureProblem) {
                payload = try netstrings.payload()
            } catch {
                // After an invalid length the start of the next flow is unknown.
                if isFirst { throw error }
                handler.problem(error)
                break
            }
            isFirst = false
            let next = payload.upperBound + 1
            guard let counting = copies.payload(inPlaceOf: payload) else {
                netstrings.cursor.seek(to: next)
                continue
            }
            do throws(CaptureProblem) {
                let value = try netstrings.flow(counting)
                netstrings.cursor.seek(to: next)
                guard let flow = Flow(value) else {
                    if let type = value["type"]?.string, type != "http" {
                        others[type, default: 0] += 1
                    } else {
                        handler.problem(
                            CaptureProblem(
                                .damagedEntry,
                                "a flow has no request that is understood",
                                at: counting.lowerBound
                            )
                        )
                    }
                    continue
                }
                flow.report(in: store, &handler)
            } catch {
                handler.problem(
                    CaptureProblem(error.kind, "a flow is passed over: \(error.message)", at: error.offset)
                )
                netstrings.cursor.seek(to: next)
            }
        }
        for (type, count) in others.sorted(by: { $0.key < $1.key }) {
            let flows = count == 1 ? "1 flow" : "\(count) flows"
            handler.problem(
                CaptureProblem(.notUnderstood, "\(flows) of the type \(type), which is not HTTP", at: nil)
            )
        }
    }
}
