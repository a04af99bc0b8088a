import Bytes

/// The differentials of a grid as rows for people: a checker and a body in each, with the readers behind it.
struct GridDifferentials {
    /// Readers that make the same of a body.
    struct Readers {
        /// Their names.
        var names: String
        /// What they make of it.
        let effects: String
    }

    /// A body that a checker lets pass.
    struct Row {
        /// The name of the checker.
        let checker: String
        /// What it flags; empty for nothing.
        let flags: String
        /// The id of the body.
        let body: String
        /// The rule that names the peculiarity; empty for none.
        let rule: String
        /// Its clause.
        let clause: String
        /// What is behind the checker.
        var readers: [Readers]
    }

    /// The rows, by checkers and bodies.
    private(set) var rows: [Row] = []

    /// Collects them.
    init(_ grid: ReceiverGrid) {
        var last: (checker: String, body: String)?
        for one in ParserDifferential.all(in: grid) {
            let effects = one.effects.map { PrintableText.text($0, limit: 400) }.joined(separator: "; ")
            let name = PrintableText.text(one.reader, limit: 60)
            if last?.checker != one.checker || last?.body != one.body {
                let flags = PrintableText.text(one.flags.joined(separator: " "))
                rows.append(
                    Row(
                        checker: PrintableText.text(one.checkerName, limit: 60),
                        flags: flags,
                        body: one.body,
                        rule: one.rule?.id ?? "",
                        clause: one.rule?.clause ?? "",
                        readers: []
                    )
                )
                last = (one.checker, one.body)
            }
            let index = rows.count - 1
            if let place = rows[index].readers.firstIndex(where: { $0.effects == effects }) {
                rows[index].readers[place].names += ", \(name)"
            } else {
                rows[index].readers.append(Readers(names: name, effects: effects))
            }
        }
    }
}
