/// A value in an object stream.
enum StreamValue {
    /// `null`.
    case null
    /// A value of an integer type, including `char` and `boolean`.
    case integer(Int64)
    /// A value of type `float` or `double`.
    case real(Double)
    /// An object: its index in ``ObjectGraph/objects``.
    case object(Int)
    /// Bytes written by a class's own method: their range in the file.
    case block(Range<Int>)
}

/// The content of one object in an object stream.
enum StreamObject {
    /// The description of a class.
    case description(StreamClass)
    /// An instance: the index of its class's description, the values of its fields from the first superclass
    /// on, and the values that its classes' own methods wrote.
    case instance(of: Int, fields: [StreamValue], written: [StreamValue])
    /// A string.
    case string(LogText)
    /// An array of bytes: its range in the file.
    case bytes(Range<Int>)
    /// Any other array.
    case array([StreamValue])
    /// A constant of an enum, by name.
    case constant(String)
    /// A `Class` object.
    case classObject
}

/// The objects of a stream, in the order in which they begin; none is instantiated.
///
/// References may form cycles: follow them only with a limit.
struct ObjectGraph {
    /// The objects.
    var objects: [StreamObject] = []
    /// For each class by index, the position of each field's value in an instance.
    private var layouts: [Int: [String: Int]] = [:]

    /// The greatest number of superclasses of a class: more is a cycle.
    static let ancestryLimit = 64

    /// The classes of an instance from the first superclass on, by index.
    func ancestry(of place: Int) -> [Int] {
        var classes: [Int] = []
        var next: Int? = place
        while let place = next, classes.count < Self.ancestryLimit, objects.indices.contains(place),
            case .description(let description) = objects[place]
        {
            classes.append(place)
            next = description.superclass
        }
        return classes.reversed()
    }

    /// The name of the class of an instance; `nil` for anything else.
    func className(_ place: Int) -> String? {
        guard objects.indices.contains(place), case .instance(let type, _, _) = objects[place],
            objects.indices.contains(type), case .description(let description) = objects[type]
        else { return nil }
        return description.name
    }

    /// The value of a field of an instance; `nil` where the field is missing, or the stream ends before it.
    mutating func field(_ name: String, of place: Int) -> StreamValue? {
        guard objects.indices.contains(place), case .instance(let type, let fields, _) = objects[place] else {
            return nil
        }
        guard let index = layout(of: type)[name], fields.indices.contains(index) else { return nil }
        return fields[index]
    }

    /// The values that the own methods of an instance's classes wrote.
    func written(_ place: Int) -> [StreamValue] {
        guard objects.indices.contains(place), case .instance(_, _, let written) = objects[place] else {
            return []
        }
        return written
    }

    /// The string that a value refers to.
    func string(_ value: StreamValue?) -> LogText? {
        guard case .object(let place) = value, objects.indices.contains(place),
            case .string(let text) = objects[place]
        else { return nil }
        return text
    }

    private mutating func layout(of type: Int) -> [String: Int] {
        if let layout = layouts[type] { return layout }
        var layout: [String: Int] = [:]
        var index = 0
        for place in ancestry(of: type) {
            guard case .description(let description) = objects[place],
                description.flags.contains(.serializable)
            else { continue }
            for field in description.fields {
                layout[field.name] = index
                index += 1
            }
        }
        layouts[type] = layout
        return layout
    }
}
