import Bytes

/// Reads the items that Burp saves as XML: `item` after `item`, each with the raw messages in base64, or, where the
/// box was not ticked, as they are in a CDATA section, which need not be XML any more.
struct BurpReader {
    private let store: StoredBytes
    private var xml: XMLReader

    /// Makes a reader.
    init(_ store: StoredBytes) {
        self.store = store
        xml = XMLReader(store)
    }

    /// Reads the items, and tells of them in their order.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        let store = store
        try xml.forEachElement("item", of: "items", into: &handler) { item, handler in
            do throws(CaptureProblem) {
                try Self.tell(of: item, in: store, &handler)
            } catch {
                handler.problem(CaptureProblem(error.kind, error.message, at: error.offset ?? item.offset))
            }
        }
    }

    private static func tell(
        of item: XMLElement,
        in store: StoredBytes,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        guard let request = item.child("request"), !request.text.isEmpty else {
            throw CaptureProblem(.damagedEntry, "an item has no request", at: item.offset)
        }
        // What Burp writes as it is may have gone through an editor or a character set.
        var note = LoggedExchange(form: request["base64"] == "true" ? .wire : .text)
        note.url = item.string("url")
        note.scheme = item.string("protocol")
        if let address = item.child("host")?["ip"], !address.isEmpty {
            note.server = LoggedAddress(host: address, port: item.string("port").flatMap { Int($0) })
        }
        note.requestStart = item.string("time").flatMap { Timestamp(javaDate: $0) }
        note.comment = item.string("comment")
        let response = item.child("response").flatMap { response in
            response.text.isEmpty ? nil : SavedMessage(element: response, store: store)
        }
        try RawExchange(note: note).tell(
            request: SavedMessage(element: request, store: store),
            response: response,
            &handler
        )
    }
}

/// A message in an element of an item.
private struct SavedMessage: RawMessage {
    let element: XMLElement
    let store: StoredBytes

    func forEachPiece(_ body: (RawSpan) -> Bool) throws(CaptureProblem) {
        var isWanted = true
        guard element["base64"] == "true" else {
            element.text.forEachPiece(in: store) { if isWanted { isWanted = body($0) } }
            return
        }
        var reading = Base64Reading()
        element.text.forEachPiece(in: store) { digits in
            reading.push(digits) { if isWanted { isWanted = body($0) } }
        }
        reading.finish { if isWanted { isWanted = body($0) } }
    }
}
