/// Matches the uploads of several captures: by URL and field names, then by path and field names, then by
/// field names alone; of the rest, uploads whose URL or path is unique in each capture.
///
/// The n-th upload of a kind matches the n-th of that kind. The time is linear in the number of uploads.
package struct UploadPairing: Sendable {
    /// An upload of a capture.
    package struct Upload: Sendable {
        /// The number of its exchange, from 1.
        package var number: Int
        /// What it is matched by.
        package var key: UploadKey

        /// Makes an upload.
        package init(number: Int, key: UploadKey) {
            self.number = number
            self.key = key
        }
    }

    /// The matched uploads: an index into each capture's uploads, `nil` where it has none; in the order of
    /// the first capture that has one.
    package private(set) var groups: [[Int?]] = []
    /// The uploads without a match in another capture: one list of indices for each capture.
    package private(set) var unpaired: [[Int]]

    /// Matches the uploads of captures, one list for each capture, in the order of the exchanges.
    package init(_ captures: [[Upload]]) {
        unpaired = captures.map { Array($0.indices) }
        pair(captures) { "\($0.names) \($0.address)" }
        pair(captures) { "\($0.names) \($0.path)" }
        pair(captures) { "\($0.names)" }
        // A URL with one upload in each capture is the same upload with other fields.
        pair(captures, ifOneEach: true, by: \.address)
        pair(captures, ifOneEach: true, by: \.path)
        groups.sort { Self.place($0) < Self.place($1) }
    }

    private static func place(_ group: [Int?]) -> (Int, Int) {
        let capture = group.firstIndex { $0 != nil } ?? 0
        return (group[capture] ?? 0, capture)
    }

    /// Matches the remaining uploads by a key: with an existing group of other captures' uploads, else with
    /// one another.
    ///
    /// - Parameters:
    ///   - captures: all uploads, one list for each capture.
    ///   - ifOneEach: whether only uploads match whose key is unique in their capture.
    ///   - key: the property that must be equal.
    private mutating func pair(
        _ captures: [[Upload]],
        ifOneEach: Bool = false,
        by key: (UploadKey) -> String
    ) {
        var open: [String: [Int]] = [:]
        for (place, group) in groups.enumerated() where group.contains(nil) {
            guard let capture = group.firstIndex(where: { $0 != nil }), let index = group[capture] else {
                continue
            }
            open[key(captures[capture][index].key), default: []].append(place)
        }
        var lists: [String: [ArraySlice<Int>]] = [:]
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
        for text in order {
            guard let lists = lists[text] else { continue }
            let rows = open[text] ?? []
            if ifOneEach, rows.count > 1 || lists.contains(where: { $0.count > 1 }) { continue }
            meet(lists, rows)
        }
        let paired = captures.indices.map { capture in Set(groups.compactMap { $0[capture] }) }
        for capture in unpaired.indices { unpaired[capture].removeAll(where: paired[capture].contains) }
    }

    /// Adds uploads of one key, one list for each capture, to the groups that lack one of their capture, in
    /// order, and then groups the rest.
    private mutating func meet(_ lists: [ArraySlice<Int>], _ rows: [Int]) {
        var lists = lists
        for row in rows {
            for capture in lists.indices where groups[row][capture] == nil {
                groups[row][capture] = lists[capture].popFirst()
            }
        }
        let depth = lists.map(\.count).sorted(by: >).dropFirst().first ?? 0
        for _ in 0..<depth { groups.append(lists.indices.map { lists[$0].popFirst() }) }
    }
}
