import Bytes
import Forms

/// Which parts of several requests belong together: those of the same name, whatever their order.
///
/// Names are compared as they were meant, so that `na%22me` and `na\"me` meet. The n-th part of a name meets the n-th
/// of the same name; where one request has fewer of them, those with the same content meet first. What is left over
/// meets where only letters beyond ASCII were lost, then in order, where it is equally much on both sides. The time it
/// takes grows with the number of parts only.
struct PartAlignment {
    /// The index of the part in each form, `nil` where it has none; a row a part.
    private(set) var rows: [[Int?]] = []

    private let requests: [ComparedRequest]

    /// Aligns the parts of requests.
    init(_ requests: [ComparedRequest]) {
        self.requests = requests
        for column in requests.indices { add(column) }
    }

    /// The name by which a part is aligned.
    static func key(_ part: BodyPart) -> [UInt8] {
        LabelWriting.withoutEscapes(MeantLabel(part)?.name ?? [])
    }

    /// The name with one question mark for each character beyond ASCII, as encoders write what their charset lacks.
    static func poorKey(_ key: [UInt8]) -> [UInt8] {
        key.filter { $0 & 0xC0 != 0x80 }.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
    }

    private func part(_ row: [Int?]) -> (request: ComparedRequest, part: BodyPart)? {
        for (request, index) in zip(requests, row) {
            if let index, let form = request.form { return (request, form.parts[index]) }
        }
        return nil
    }

    private mutating func add(_ column: Int) {
        guard let parts = requests[column].form?.parts else { return }
        var free = Set(rows.indices)
        var left = Array(parts.indices)
        match(&left, &free, column) { Self.key($0) }
        match(&left, &free, column) { Self.poorKey(Self.key($0)) }
        let order = free.sorted()
        if order.count == left.count {
            for (row, index) in zip(order, left) { rows[row][column] = index }
            return
        }
        for index in left {
            var row = [Int?](repeating: nil, count: requests.count)
            row[column] = index
            rows.append(row)
        }
    }

    /// Lets parts of a request meet free rows with the same key.
    private mutating func match(
        _ left: inout [Int],
        _ free: inout Set<Int>,
        _ column: Int,
        by key: (BodyPart) -> [UInt8]
    ) {
        guard let form = requests[column].form else { return }
        var waiting: [[UInt8]: [Int]] = [:]
        for row in free.sorted() {
            if let part = part(rows[row])?.part { waiting[key(part), default: []].append(row) }
        }
        var groups: [[UInt8]: [Int]] = [:]
        for index in left { groups[key(form.parts[index]), default: []].append(index) }
        for (key, indices) in groups {
            guard var open = waiting[key] else { continue }
            var pending = indices
            if open.count != pending.count { matchContents(&pending, &open, column) }
            for (row, index) in zip(open, pending) { rows[row][column] = index }
        }
        let taken = Set(rows.compactMap { $0[column] })
        left.removeAll(where: taken.contains)
        free = free.filter { rows[$0][column] == nil }
    }

    /// Lets parts of one name meet rows of that name that have the same content, in order.
    private mutating func matchContents(_ pending: inout [Int], _ open: inout [Int], _ column: Int) {
        guard let form = requests[column].form else { return }
        var byDigest: [String: [Int]] = [:]
        for row in open.reversed() {
            if let (request, part) = part(rows[row]), let digest = request.digest(of: part) {
                byDigest[digest, default: []].append(row)
            }
        }
        var met: Set<Int> = []
        pending = pending.filter { index in
            guard let digest = requests[column].digest(of: form.parts[index]),
                let row = byDigest[digest]?.popLast()
            else { return true }
            rows[row][column] = index
            met.insert(row)
            return false
        }
        open.removeAll(where: met.contains)
    }
}
