/// A body with one fault that was sent to receivers, and what each of them did with it.
///
/// The tables are made by `Receivers/tables` from `Receivers/grid.json`, which `make receivers` measures. The versions
/// are those of ``Receiver/measuredVersion``; the whole body came in one piece. A receiver may
/// treat another body that violates the same rule differently.
package struct ReceiverTestCase: Hashable, Sendable {
    /// The id of the rule that names the fault.
    package let rule: String
    /// The name of the body.
    package let name: String
    private let effects: [Receiver: ReceiverEffect]

    /// Reads one entry of the tables; `nil` where it is malformed.
    ///
    /// ```
    ///   delimiter/padding dl-lwsp-pad ✗✗==−−===−     rule, body, readers in the order of their columns:
    ///     modsecurity !Final boundary missing        = reads it as meant, − loses a field,
    ///     libhtp BBOUNDARY_LWS_AFTER                 ≠ reads another name or content, ∅ finds none, ✗ rejects;
    ///                                                ! an error, then flags; a minus stands before one not set
    /// ```
    init?(parsing entry: [Substring]) {
        let words = entry.first?.split(separator: " ") ?? []
        let readers = Receiver.measuredReaders
        guard words.count == 3, words[2].count == readers.count else { return nil }
        rule = String(words[0])
        name = String(words[1])
        var effects: [Receiver: ReceiverEffect] = [.modSecurity: .accepts, .libhtp: .accepts]
        for (receiver, sign) in zip(readers, words[2]) {
            guard let effect = ReceiverEffect(sign) else { return nil }
            effects[receiver] = effect
        }
        for line in entry.dropFirst() {
            let pieces = line.split(separator: " ", maxSplits: 1)
            guard pieces.count == 2, let receiver = Receiver(rawValue: String(pieces[0])) else { return nil }
            effects[receiver] = ReceiverEffect(remark: pieces[1])
        }
        self.effects = effects
    }

    /// What a receiver did with it, `nil` where that was not measured.
    package func effect(on receiver: Receiver) -> ReceiverEffect? { effects[receiver] }

    /// Every body, in the order of rules.
    package static let all: [ReceiverTestCase] = [headText, linesText, partsText].flatMap(table)

    /// The bodies in a table; a malformed entry is a programming error.
    static func table(_ text: String) -> [ReceiverTestCase] {
        entries(of: text).map { entry in
            guard let row = ReceiverTestCase(parsing: entry) else {
                preconditionFailure("an entry of the measured receivers cannot be read: \(entry)")
            }
            return row
        }
    }

    /// The bodies with the fault that a rule names; none where none was measured.
    package static func of(_ rule: String) -> [ReceiverTestCase] { byRule[rule] ?? [] }

    private static let byRule = Dictionary(grouping: all, by: \.rule)

    /// The lines of a table, those that begin with blanks put to the line before them.
    static func entries(of text: String) -> [[Substring]] {
        text.split(separator: "\n").reduce(into: []) { entries, line in
            if line.hasPrefix(" "), !entries.isEmpty {
                entries[entries.count - 1].append(line)
            } else {
                entries.append([line])
            }
        }
    }
}

extension ReceiverEffect {
    /// The effect that a sign of the tables denotes.
    fileprivate init?(_ sign: Character) {
        switch sign {
        case "=": self = .accepts
        case "−": self = .losesField
        case "≠": self = .readsDifferently
        case "∅": self = .findsNothing
        case "✗": self = .rejects
        default: return nil
        }
    }

    /// The effect that the remark of a firewall or an inspector denotes.
    fileprivate init(remark: Substring) {
        guard remark.hasPrefix("!") else {
            let flags = remark.split(separator: " ").map(String.init)
            self = flags.first == "NOT_PARSED" ? .notParsed(flags: Array(flags.dropFirst())) : .flags(flags)
            return
        }
        let pieces = remark.dropFirst().split(separator: "; ", maxSplits: 1)
        self = .blocks(
            reason: pieces.first.map(String.init) ?? "",
            flags: pieces.count > 1 ? pieces[1].split(separator: " ").map(String.init) : []
        )
    }
}
