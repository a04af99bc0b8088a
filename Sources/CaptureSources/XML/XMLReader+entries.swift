extension XMLReader {
    /// Reads the elements with a name one by one, at any depth; a malformed one does not prevent reading the
    /// others.
    ///
    /// - Parameters:
    ///   - name: the name of the elements.
    ///   - root: the name of the root element, which must match.
    ///   - handler: receives faults.
    ///   - body: receives each element.
    /// - Throws: where the document has no such root.
    mutating func forEachElement<Handler: LoggedExchangeHandler>(
        _ name: String,
        of root: String,
        into handler: inout Handler,
        _ body: (XMLElement, inout Handler) -> Void
    ) throws(CaptureProblem) {
        var hasRoot = false
        // Whether the root has neither ended nor may have, among bytes that were passed over.
        var isOpen = false
        while true {
            do throws(CaptureProblem) {
                switch try next() {
                case .finished:
                    guard hasRoot else {
                        throw CaptureProblem(.notUnderstood, "is XML without the element \(root)", at: nil)
                    }
                    guard isOpen else { return }
                    throw CaptureProblem(
                        .truncatedFile,
                        "the document ends before its element \(root) does",
                        at: cursor.position
                    )
                case .start(let element, let isEmpty):
                    if element.name == root { (hasRoot, isOpen) = (true, !isEmpty) }
                    if element.name == name { body(isEmpty ? element : try contents(of: element), &handler) }
                case .end(let name): isOpen = isOpen && name != root
                case .text: break
                }
            } catch {
                guard hasRoot else { throw error }
                handler.problem(error)
                isOpen = false
                if cursor.remaining == 0 { return }
            }
        }
    }
}
