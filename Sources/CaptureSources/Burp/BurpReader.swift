import Bytes

/// Reads Burp's saved items in XML: each `item` has the raw messages in base64 or, without that option,
/// verbatim in a CDATA section, which may make the file invalid XML.
struct BurpReader {
    private let store: ByteStore
    private var xml: XMLReader

    /// Makes a reader.
    init(_ store: ByteStore) {
        self.store = store
        xml = XMLReader(store)
    }

    /// Reads the items and reports them in order.
    mutating func read(into handler: inout some LoggedExchangeHandler) throws(CaptureProblem) {
        let store = store
        try xml.forEachElement("item", of: "items", into: &handler) { item, handler in
            do throws(CaptureProblem) {
                try Self.report(item, in: store, &handler)
            } catch {
                handler.problem(CaptureProblem(error.kind, error.message, at: error.offset ?? item.offset))
            }
        }
    }

    private static func report(
        _ item: XMLElement,
        in store: ByteStore,
        _ handler: inout some LoggedExchangeHandler
    ) throws(CaptureProblem) {
        guard let request = item.child("request"), !request.text.isEmpty else {
            throw CaptureProblem(.damagedEntry, "an item has no request", at: item.offset)
        }
        // Text that Burp writes verbatim may have been changed by an editor or charset conversion.
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
        try RawExchange(note: note).report(
            request: SavedMessage(element: request, store: store),
            response: response,
            &handler
        )
    }
}

/// A message in an element of an item.
private struct SavedMessage: RawMessage {
    let element: XMLElement
    let store: ByteStore

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
