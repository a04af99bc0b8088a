import Bytes

/// One respect in which a request is as it is.
struct Trait {
    /// What of the request it is about.
    var subject: String
    /// The respect.
    var name: String
    /// How much it matters where requests differ in it.
    var weight: Difference.Weight
    /// What the request has, for people.
    var text: String
    /// The bytes by which requests are compared.
    var identity: [UInt8]

    /// Makes a trait that is compared by its text.
    init(_ subject: String, _ name: String, _ text: String, _ weight: Difference.Weight) {
        self.subject = subject
        self.name = name
        self.weight = weight
        self.text = text
        identity = Array(text.utf8)
    }

    /// Makes a trait that is compared by bytes of the request, which are made fit to be shown.
    init(_ subject: String, _ name: String, bytes: ArraySlice<UInt8>, _ weight: Difference.Weight) {
        self.subject = subject
        self.name = name
        self.weight = weight
        text = PrintableText.text(bytes, limit: 400)
        identity = Array(bytes)
    }
}

/// The traits of several requests, laid beside one another.
struct TraitTable {
    private struct Key: Hashable {
        var subject: String
        var name: String
    }

    private struct Row {
        var traits: [Trait?]
    }

    private let count: Int
    private var order: [Key] = []
    private var rows: [Key: Row] = [:]

    /// Makes an empty table for a number of requests.
    init(count: Int) {
        self.count = count
    }

    /// Takes the traits of one request, numbered from 0.
    mutating func add(_ traits: [Trait], of request: Int) {
        for trait in traits {
            let key = Key(subject: trait.subject, name: trait.name)
            if rows[key] == nil {
                order.append(key)
                rows[key] = Row(traits: Array(repeating: nil, count: count))
            }
            guard var earlier = rows[key]?.traits[request] else {
                rows[key]?.traits[request] = trait
                continue
            }
            // What a request says twice is compared as both together.
            earlier.text += " | " + trait.text
            earlier.identity += [0] + trait.identity
            rows[key]?.traits[request] = earlier
        }
    }

    /// The traits in which not all requests are alike, in the order in which they were added.
    var differences: [Difference] {
        order.compactMap { key in
            guard let traits = rows[key]?.traits, let some = traits.compactMap(\.self).first else {
                return nil
            }
            let first = traits[0]?.identity
            guard traits.contains(where: { $0?.identity != first }) else { return nil }
            return Difference(
                subject: key.subject,
                trait: key.name,
                weight: traits.compactMap { $0?.weight }.min() ?? some.weight,
                values: traits.map { $0?.text }
            )
        }
    }
}
