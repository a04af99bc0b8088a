/// Reads a Charles session in XML (`.chlsx`, and `.xml` before version 4): one `transaction` after another.
struct CharlesXMLReader {
    private let store: ByteStore
    private var xml: XMLReader

    /// Makes a reader.
    init(_ store: ByteStore) {
        self.store = store
        xml = XMLReader(store)
    }

    /// Reads the session and reports its transactions in order.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        try xml.forEachElement("transaction", of: "charles-session", into: &handler) { element, handler in
            guard let transaction = CharlesTransaction(xml: element, in: store) else {
                handler.problem(
                    CaptureProblem(.damagedEntry, "a transaction has no request", at: element.offset)
                )
                return
            }
            transaction.report(in: store, &handler)
        }
    }
}
