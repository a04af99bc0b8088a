import Bytes
import Forms

/// Which parts of several forms belong together: those of the same name, whatever their order.
///
/// Names are compared with their escaping taken off, so that `na%22me` and `na\"me` meet. The n-th part of a name
/// meets the n-th of the same name. Parts that are left over on both sides meet in order, where they are equally many.
/// The time it takes grows with the number of parts only.
struct PartAlignment {
    /// The index of the part in each form, `nil` where it has none; a row a part.
    private(set) var rows: [[Int?]]

    /// Aligns the parts of forms.
    init(_ forms: [Form?]) {
        rows = []
        for (column, form) in forms.enumerated() {
            guard let form else { continue }
            add(form.parts, column: column, of: forms)
        }
    }

    /// The name by which a part is aligned.
    static func key(_ part: BodyPart) -> [UInt8] {
        guard let name = part.name else { return [] }
        var result: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = rest.first, next == 0x22 || next == 0x5C {
                result.append(next)
                rest.removeFirst()
            } else if byte == UInt8(ascii: "%"), let decoded = percentDecoded(rest.prefix(2)) {
                result.append(decoded)
                rest.removeFirst(2)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The bytes that clients write as `%22`, `%0D` and `%0A`, and no others.
    private static func percentDecoded(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, let high = digits.first?.hexValue, let low = digits.last?.hexValue else {
            return nil
        }
        let byte = UInt8(high * 16 + low)
        return [0x22, 0x0D, 0x0A].contains(byte) ? byte : nil
    }

    private mutating func add(_ parts: [BodyPart], column: Int, of forms: [Form?]) {
        var waiting: [[UInt8]: [Int]] = [:]
        for row in rows.indices.reversed() {
            if let key = key(of: rows[row], in: forms) { waiting[key, default: []].append(row) }
        }
        var left: [Int] = []
        var taken = Set<Int>()
        for index in parts.indices {
            if let row = waiting[Self.key(parts[index])]?.popLast() {
                rows[row][column] = index
                taken.insert(row)
            } else {
                left.append(index)
            }
        }
        let free = rows.indices.filter { !taken.contains($0) }
        if free.count == left.count {
            for (row, index) in zip(free, left) { rows[row][column] = index }
            return
        }
        for index in left {
            var row = [Int?](repeating: nil, count: forms.count)
            row[column] = index
            rows.append(row)
        }
    }

    private func key(of row: [Int?], in forms: [Form?]) -> [UInt8]? {
        for (column, index) in row.enumerated() {
            if let index, let form = forms[column] { return Self.key(form.parts[index]) }
        }
        return nil
    }
}
