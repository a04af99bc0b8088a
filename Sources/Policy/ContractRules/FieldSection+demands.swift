import Bytes

extension FieldSection {
    /// The lines with a name, without regard to case.
    func lines(named name: String) -> [FieldLine] {
        let wanted = Array(name.utf8).map(\.lowercased)
        return lines.filter { line in
            line.colon != nil && self[line.name].count == wanted.count
                && self[line.name].map(\.lowercased) == wanted
        }
    }

    /// Whether a line that must be there is not.
    func missing(_ demand: HeaderDemand) -> Bool {
        demand.presence == .required && lines(named: demand.name).isEmpty
    }

    /// The first line whose value is not what a demand has; `nil` where there is none.
    ///
    /// Of values longer than ``ContentText/byteLimit`` only so many bytes are held against it.
    func line(against demand: HeaderDemand) -> FieldLine? {
        guard demand.presence != .forbidden, !demand.value.isEmpty else { return nil }
        return lines(named: demand.name).first { line in
            !demand.value.accepts(
                String(decoding: self[line.value].prefix(ContentText.byteLimit), as: UTF8.self)
            )
        }
    }
}
