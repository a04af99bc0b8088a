import Bytes
import Forms

/// Matches the parts of several requests: those with the same name, in any order.
///
/// Names are compared as intended, so that `na%22me` and `na\"me` match. The n-th part of a name matches the
/// n-th of the same name; where one request has fewer of them, those with equal content match first. The
/// remaining parts match where names differ only in letters beyond ASCII or in numbers between brackets, then
/// in order, where both sides have equally many, else where the content is equal. The time is linear in the
/// number of parts.
struct PartAlignment {
    /// The index of the part in each form, `nil` where it has none; one row for each part.
    private(set) var rows: [[Int?]] = []
    /// How many times a part was looked at, by its name or by its content: the work that the alignment took.
    private(set) var work = 0

    /// The content length, in bytes, from which on equal content matches parts of different names: that much
    /// is not equal by chance.
    private static let tellingBytes = 32

    private let requests: [ComparedRequest]

    /// Matches the parts of requests.
    init(_ requests: [ComparedRequest]) {
        self.requests = requests
        for column in requests.indices { add(column) }
    }

    /// The name by which a part is matched.
    static func key(_ part: BodyPart) -> [UInt8] {
        LabelWriting.withoutEscapes(IntendedLabel(part)?.name ?? [])
    }

    /// The name with one question mark for each non-ASCII character, as encoders write what their charset
    /// lacks, and without numbers between brackets, which some encoders omit.
    static func poorKey(_ key: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in key where byte & 0xC0 != 0x80 {
            if byte.isDigit, result.last == UInt8(ascii: "[") { continue }
            result.append(byte < 0x80 ? byte : UInt8(ascii: "?"))
        }
        return result
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
        var order = free.sorted()
        if order.count == left.count {
            for (row, index) in zip(order, left) { rows[row][column] = index }
            return
        }
        matchContents(&left, &order, column, ofAtLeast: Self.tellingBytes)
        for index in left {
            var row = [Int?](repeating: nil, count: requests.count)
            row[column] = index
            rows.append(row)
        }
    }

    /// Matches parts of a request to free rows with the same key.
    private mutating func match(
        _ left: inout [Int],
        _ free: inout Set<Int>,
        _ column: Int,
        by key: (BodyPart) -> [UInt8]
    ) {
        guard let form = requests[column].form else { return }
        work += free.count + left.count
        var waiting: [[UInt8]: [Int]] = [:]
        for row in free.sorted() {
            if let part = part(rows[row])?.part { waiting[key(part), default: []].append(row) }
        }
        var groups: [[UInt8]: [Int]] = [:]
        for index in left { groups[key(form.parts[index]), default: []].append(index) }
        for (key, indices) in groups {
            guard var open = waiting[key] else { continue }
            var pending = indices
            if open.count != pending.count { matchContents(&pending, &open, column, ofAtLeast: 1) }
            for (row, index) in zip(open, pending) { rows[row][column] = index }
        }
        let taken = Set(rows.compactMap { $0[column] })
        left.removeAll(where: taken.contains)
        free = free.filter { rows[$0][column] == nil }
    }

    /// Matches parts to rows with equal content, in order.
    private mutating func matchContents(
        _ pending: inout [Int],
        _ open: inout [Int],
        _ column: Int,
        ofAtLeast bytes: Int
    ) {
        guard let form = requests[column].form else { return }
        work += open.count + pending.count
        var byDigest: [String: [Int]] = [:]
        for row in open.reversed() {
            if let (request, part) = part(rows[row]), part.content.count >= bytes,
                let digest = request.digest(of: part)
            {
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
