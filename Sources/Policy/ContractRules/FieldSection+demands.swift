import Bytes

extension FieldSection {
    /// The lines with a name, ignoring case.
    func lines(named name: String) -> [FieldLine] {
        let wanted = Array(name.utf8).map(\.lowercased)
        return lines.filter { line in
            line.colon != nil && self[line.name].count == wanted.count
                && self[line.name].map(\.lowercased) == wanted
        }
    }

    /// Whether a required line is missing.
    func missing(_ demand: HeaderDemand) -> Bool {
        demand.presence == .required && lines(named: demand.name).isEmpty
    }

    /// The first line whose value does not meet a demand; `nil` where there is none.
    ///
    /// Of values longer than ``ContentText/byteLimit``, only that many bytes are compared.
    func line(against demand: HeaderDemand) -> FieldLine? {
        guard demand.presence != .forbidden, !demand.value.isEmpty else { return nil }
        return lines(named: demand.name).first { line in
            !demand.value.accepts(
                String(decoding: self[line.value].prefix(ContentText.byteLimit), as: UTF8.self)
            )
        }
    }
}
