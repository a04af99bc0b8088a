/// The bodies of requests that have not ended, by the numbers of their exchanges.
///
/// Exchanges are numbered as they begin, and few are open at once: nearly every body is found by the lowest bits of
/// its number, without a search.
struct OpenBodies {
    /// Places for bodies, a power of two: that many connections send at the same time without a search.
    private static let placeCount = 256

    private var places = [(exchange: Int, body: RequestBody)?](repeating: nil, count: Self.placeCount)
    /// The bodies that had to give their places to later ones.
    private var others: [Int: RequestBody] = [:]

    /// The body of an exchange; `nil` where it has none, or that has ended.
    subscript(exchange: Int) -> RequestBody? {
        if let found = places[Self.place(of: exchange)], found.exchange == exchange { return found.body }
        return others.isEmpty ? nil : others[exchange]
    }

    /// Adds the body of an exchange that has none yet.
    mutating func add(_ body: RequestBody, of exchange: Int) {
        let place = Self.place(of: exchange)
        if let earlier = places[place] { others[earlier.exchange] = earlier.body }
        places[place] = (exchange, body)
    }

    /// Takes the body of an exchange out.
    mutating func take(_ exchange: Int) -> RequestBody? {
        let place = Self.place(of: exchange)
        if let found = places[place], found.exchange == exchange {
            places[place] = nil
            return found.body
        }
        return others.isEmpty ? nil : others.removeValue(forKey: exchange)
    }

    private static func place(of exchange: Int) -> Int { exchange & (placeCount - 1) }
}
