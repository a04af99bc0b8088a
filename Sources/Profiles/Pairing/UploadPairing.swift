/// Which uploads of several captures belong together: by URL and field names, then by path and field names, then by
/// field names alone, and what is left of a path where it is one each.
///
/// The n-th upload of a kind meets the n-th of that kind. The time it takes grows with the number of uploads only.
package struct UploadPairing: Sendable {
    /// An upload of a capture.
    package struct Upload: Sendable {
        /// The number of its exchange, from 1.
        package var number: Int
        /// What it is paired by.
        package var key: UploadKey

        /// Names an upload.
        package init(number: Int, key: UploadKey) {
            self.number = number
            self.key = key
        }
    }

    /// The uploads that belong together, an index of each capture's uploads, `nil` where it has none; in the order of
    /// the first capture that has one.
    package private(set) var groups: [[Int?]] = []
    /// The uploads to which none of another capture belongs: indices, a list a capture.
    package private(set) var unpaired: [[Int]]

    /// Pairs the uploads of captures, a list a capture, each in the order of its exchanges.
    package init(_ captures: [[Upload]]) {
        unpaired = captures.map { Array($0.indices) }
        pair(captures) { "\($0.names) \($0.address)" }
        pair(captures) { "\($0.names) \($0.path)" }
        pair(captures) { "\($0.names)" }
        // What goes to one place and is one upload a capture is the same upload with other fields.
        pair(captures, where: { lists in lists.allSatisfy { $0.count < 2 } }, by: \.path)
        groups.sort { Self.place($0) < Self.place($1) }
    }

    private static func place(_ group: [Int?]) -> (Int, Int) {
        let capture = group.firstIndex { $0 != nil } ?? 0
        return (group[capture] ?? 0, capture)
    }

    /// Pairs what is left over by a key, where `isSure` says that the uploads with it, a list a capture, may meet.
    private mutating func pair(
        _ captures: [[Upload]],
        where isSure: ([[Int]]) -> Bool = { _ in true },
        by key: (UploadKey) -> String
    ) {
        var lists: [String: [[Int]]] = [:]
        var order: [String] = []
        for (capture, indices) in unpaired.enumerated() {
            for index in indices {
                let text = key(captures[capture][index].key)
                if lists[text] == nil {
                    order.append(text)
                    lists[text] = Array(repeating: [], count: captures.count)
                }
                lists[text]?[capture].append(index)
            }
        }
        var paired = captures.map { _ in Set<Int>() }
        for text in order {
            guard let lists = lists[text], isSure(lists) else { continue }
            let depth = lists.map(\.count).sorted(by: >).dropFirst().first ?? 0
            for place in 0..<depth {
                groups.append(lists.map { place < $0.count ? $0[place] : nil })
                for (capture, list) in lists.enumerated() where place < list.count {
                    paired[capture].insert(list[place])
                }
            }
        }
        for capture in unpaired.indices { unpaired[capture].removeAll(where: paired[capture].contains) }
    }
}
