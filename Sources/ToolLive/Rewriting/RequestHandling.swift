/// How a request is passed on, besides the changes of its form.
struct RequestHandling: Sendable {
    /// A single change.
    enum Change: Hashable, Sendable {
        case server(String)
        case file(String)
        case setField(name: String, value: String)
        case removeField(String)
        case delay(milliseconds: Int)
        case throttle(bytesPerSecond: Int)
        case cut(after: Int)
    }

    /// The scheme, the host and the port of the server that gets the request instead.
    private(set) var server: String?
    /// The file that is the answer.
    private(set) var file: String?
    /// The fields that are set, with their values: names in lower case, the last one of a name counts.
    private(set) var setFields: [(name: String, line: String)] = []
    /// The names of the fields that are left out, in lower case.
    private(set) var removedFields: Set<String> = []
    /// The milliseconds for which the request is held.
    private(set) var delay = 0
    /// How many bytes a second pass, each way; `nil` for as many as can.
    private(set) var bytesPerSecond: Int?
    /// The bytes of the body after which the connection is closed.
    private(set) var cutAfter: Int?

    /// Makes the way without changes.
    init() {}

    /// Adds a change; where two contradict each other, the last one counts.
    mutating func add(_ change: Change) {
        switch change {
        case .server(let origin): server = origin
        case .file(let path): file = path
        case .setField(let name, let value):
            let folded = name.lowercased()
            removedFields.remove(folded)
            setFields.removeAll { $0.name == folded }
            setFields.append((folded, "\(name): \(value)\r\n"))
        case .removeField(let name):
            setFields.removeAll { $0.name == name.lowercased() }
            removedFields.insert(name.lowercased())
        case .delay(let milliseconds): delay = milliseconds
        case .throttle(let rate): bytesPerSecond = rate
        case .cut(let count): cutAfter = count
        }
    }
}
