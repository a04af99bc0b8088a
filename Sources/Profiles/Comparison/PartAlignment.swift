import Bytes
import Forms

/// Which parts of several requests belong together: those of the same name, whatever their order.
///
/// Names are compared as they were meant, so that `na%22me` and `na\"me` meet. The n-th part of a name meets the n-th
/// of the same name; where one request has fewer of them, those with the same content meet first. What is left over
/// meets where names differ only in letters beyond ASCII or in numbers between brackets, then in order, where it is
/// equally much on both sides, else where the content is the same. The time it takes grows with the number of parts only.
struct PartAlignment {
    /// The index of the part in each form, `nil` where it has none; a row a part.
    private(set) var rows: [[Int?]] = []

    /// Bytes of a content from which on two parts of different names are the same part: no two say so much alike by
    /// chance.
    private static let tellingBytes = 32

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

    /// The name with one question mark for each character beyond ASCII, as encoders write what their charset lacks, and
    /// without the numbers between brackets that some count up and others leave out.
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
            if open.count != pending.count { matchContents(&pending, &open, column, ofAtLeast: 1) }
            for (row, index) in zip(open, pending) { rows[row][column] = index }
        }
        let taken = Set(rows.compactMap { $0[column] })
        left.removeAll(where: taken.contains)
        free = free.filter { rows[$0][column] == nil }
    }

    /// Lets parts meet rows that have the same content, in order.
    private mutating func matchContents(
        _ pending: inout [Int],
        _ open: inout [Int],
        _ column: Int,
        ofAtLeast bytes: Int
    ) {
        guard let form = requests[column].form else { return }
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
