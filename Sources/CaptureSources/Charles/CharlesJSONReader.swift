/// Reads a Charles session in JSON (`.chlsj`): a list of transactions.
///
/// Charles omits multipart bodies from it: only the native session has them.
struct CharlesJSONReader {
    private let store: ByteStore
    private var json: JSONReader

    /// Makes a reader.
    init(_ store: ByteStore) {
        self.store = store
        json = JSONReader(store)
    }

    /// Reads the session and reports its transactions in order.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        let store = store
        _ = try json.forEachEntry(
            beginningWith: ["\"status\"", "\"method\""],
            into: &handler
        ) { value, number, offset, handler in
            guard let transaction = CharlesTransaction(json: value, in: store) else {
                let message = "entry \(number) is not a transaction that can be read"
                handler.problem(CaptureProblem(.damagedEntry, message, at: offset))
                return
            }
            transaction.report(in: store, &handler)
        }
    }
}
