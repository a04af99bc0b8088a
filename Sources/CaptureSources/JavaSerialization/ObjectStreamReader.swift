import Bytes

/// Reads an object stream by its grammar alone (Java Object Serialization Specification §6.4).
///
/// The stream describes its own classes, so that no class needs to be known; nothing is instantiated. Memory
/// grows with the number of values, which is limited; long strings and byte arrays are not loaded. Where the
/// stream is truncated or damaged, the objects that began before are kept, with the fields that were read.
struct ObjectStreamReader {
    /// The greatest nesting depth, because each level is a recursive call; a session nests three for each
    /// step of a path.
    static let depthLimit = 200
    /// The greatest number of values in a stream: a session of 40,000 exchanges has as many.
    static let defaultValueLimit = 8_000_000

    /// The objects read so far.
    var graph = ObjectGraph()
    /// The place in the stream.
    var cursor: StoreCursor
    /// The indices of the objects by their handles.
    var handles: [Int] = []
    private var valueCount = 0
    private let valueLimit: Int
    private let memory: MemoryShare
    /// An estimate of the bytes that the values take in memory, and how many of them are taken from the budget.
    private var memoryBytes = 0
    private var takenBytes = 0
    /// The number of bytes that are taken at once.
    private static let memoryStep = 1 << 20

    /// Begins at the stream's header.
    ///
    /// - Parameters:
    ///   - store: the bytes of the stream.
    ///   - memory: what the values are taken from.
    ///   - valueLimit: the greatest number of values.
    init(
        _ store: ByteStore,
        memory: MemoryBudget = MemoryBudget(),
        valueLimit: Int = Self.defaultValueLimit
    ) {
        cursor = StoreCursor(store)
        self.memory = MemoryShare(of: memory, for: .objects)
        self.valueLimit = valueLimit
    }

    /// Takes memory for so many bytes of values.
    mutating func take(_ bytes: Int) throws(CaptureProblem) {
        memoryBytes += bytes
        guard memoryBytes > takenBytes else { return }
        takenBytes = memoryBytes + Self.memoryStep
        guard memory.resize(to: takenBytes) else {
            throw CaptureProblem(
                .limit,
                "the objects take more than the memory for one capture, \(memory.limit >> 20) MiB for its length",
                at: cursor.position
            )
        }
    }

    /// Reads to the end; returns the fault at which reading stopped, if any.
    mutating func read() -> CaptureProblem? {
        do throws(CaptureProblem) {
            guard try integer(bytes: 4) & 0xFFFF_FFFF == 0xACED_0005 else {
                throw fault("the header of an object stream", found: "other bytes", at: 0)
            }
            while cursor.remaining > 0 { _ = try content(depth: 0) }
            return nil
        } catch {
            return error
        }
    }

    /// Reads one `content`: an object or a block of bytes.
    mutating func content(depth: Int) throws(CaptureProblem) -> StreamValue {
        let start = cursor.position
        valueCount += 1
        guard valueCount <= valueLimit else {
            throw CaptureProblem(.limit, "the stream has more than \(valueLimit) values", at: start)
        }
        try take(2 * MemoryLayout<StreamValue>.stride)
        guard depth < Self.depthLimit else {
            throw CaptureProblem(.limit, "objects are nested more than \(Self.depthLimit) deep", at: start)
        }
        switch try typeCode() {
        case .null: return .null
        case .reference: return .object(try reference())
        case .classDescription, .proxyClassDescription:
            cursor.seek(to: start)
            return try classDescription(depth: depth + 1).map { .object($0) } ?? .null
        case .object: return .object(try instance(depth: depth + 1))
        case .string: return .object(try add(.string(try text(length: Int(integer(bytes: 2) & 0xFFFF)))))
        case .longString: return .object(try add(.string(try text(length: try longLength()))))
        case .array: return .object(try array(depth: depth + 1))
        case .classObject:
            _ = try classDescription(depth: depth + 1)
            return .object(try add(.classObject))
        case .blockData: return .block(try bytes(Int(integer(bytes: 1) & 0xFF)))
        case .blockDataLong: return .block(try bytes(Int(integer(bytes: 4))))
        case .enumeration: return .object(try constant(depth: depth + 1))
        case .reset:
            handles.removeAll(keepingCapacity: true)
            return .null
        case .exception:
            // The writer failed here, and wrote its exception.
            handles.removeAll(keepingCapacity: true)
            let thrown = try content(depth: depth + 1)
            handles.removeAll(keepingCapacity: true)
            return thrown
        case .endBlockData: throw fault("an object", found: "the end of a block", at: start)
        }
    }

    /// Reads an object after its type code; returns its index.
    mutating func instance(depth: Int) throws(CaptureProblem) -> Int {
        let start = cursor.position
        guard let type = try classDescription(depth: depth) else {
            throw fault("a class", found: "null", at: start)
        }
        let place = try add(.instance(of: type, fields: [], written: []))
        for ancestor in graph.ancestry(of: type) {
            guard case .description(let description) = graph.objects[ancestor] else { continue }
            if description.flags.contains(.externalizable) {
                guard description.flags.contains(.blockData) else {
                    let name = description.name
                    throw CaptureProblem(
                        .notUnderstood,
                        "an object of \(name) is written in a form that only its class knows",
                        at: start
                    )
                }
                try readWritten(of: place, depth: depth)
            } else if description.flags.contains(.serializable) {
                for field in description.fields {
                    let value = try value(field.type, depth: depth)
                    append(value, to: place, isWritten: false)
                }
                if description.flags.contains(.writeMethod) { try readWritten(of: place, depth: depth) }
            }
        }
        return place
    }

    /// Reads what a class's own method wrote, up to the end mark.
    mutating func readWritten(of place: Int, depth: Int) throws(CaptureProblem) {
        while try !passesEndOfBlock() {
            let value = try content(depth: depth)
            append(value, to: place, isWritten: true)
        }
    }

    /// Reads an array after its type code; returns its index.
    mutating func array(depth: Int) throws(CaptureProblem) -> Int {
        let start = cursor.position
        guard let type = try classDescription(depth: depth),
            case .description(let description) = graph.objects[type],
            let element = description.name.utf8.dropFirst().first
        else { throw fault("the class of an array", found: "something else", at: start) }
        let place = try add(.array([]))
        let count = Int(try integer(bytes: 4))
        // Each element takes at least one byte.
        guard count >= 0, count <= cursor.remaining else {
            throw CaptureProblem(
                .truncatedFile,
                "an array of \(count) elements begins, but only \(cursor.remaining) bytes are left",
                at: start
            )
        }
        if element == UInt8(ascii: "B") {
            graph.objects[place] = .bytes(try bytes(count))
            return place
        }
        for _ in 0..<count {
            let value = try value(element, depth: depth)
            valueCount += 1
            guard valueCount <= valueLimit else {
                throw CaptureProblem(.limit, "the stream has more than \(valueLimit) values", at: start)
            }
            try take(2 * MemoryLayout<StreamValue>.stride)
            guard case .array(var elements) = graph.objects[place] else { continue }
            graph.objects[place] = .classObject
            elements.append(value)
            graph.objects[place] = .array(elements)
        }
        return place
    }

    /// Reads an enum constant after its type code; returns its index.
    mutating func constant(depth: Int) throws(CaptureProblem) -> Int {
        _ = try classDescription(depth: depth)
        let place = try add(.constant(""))
        let name = try content(depth: depth)
        graph.objects[place] = .constant(graph.string(name)?.short ?? "")
        return place
    }

    /// Adds an object with the next handle; returns its index.
    mutating func add(_ object: StreamObject) throws(CaptureProblem) -> Int {
        try take(Self.memoryBytes(of: object))
        graph.objects.append(object)
        handles.append(graph.objects.count - 1)
        return graph.objects.count - 1
    }

    /// About how many bytes an object and its handle take in arrays that double as they grow.
    private static func memoryBytes(of object: StreamObject) -> Int {
        let size = 2 * (MemoryLayout<StreamObject>.stride + MemoryLayout<Int>.stride)
        guard case .string(let text) = object else { return size }
        return size + (text.short?.utf8.count ?? 0) + MemoryLayout<LogText.Piece>.stride
    }

    /// Adds a value to an instance.
    mutating func append(_ value: StreamValue, to place: Int, isWritten: Bool) {
        guard case .instance(let type, var fields, var written) = graph.objects[place] else { return }
        // Avoids a copy: the array must not be shared while it grows.
        graph.objects[place] = .classObject
        if isWritten { written.append(value) } else { fields.append(value) }
        graph.objects[place] = .instance(of: type, fields: fields, written: written)
    }
}
