/// An error text of a server that could not read a form: who says it, why, and which rules to look at.
package struct ServerError: Hashable, Sendable {
    /// The texts, as the software writes them; `…` stands for what differs from case to case.
    package var texts: [String]
    /// The software that writes them.
    package var software: String
    /// What they say of the form.
    package var kind: ServerErrorKind
    /// What it means when the software says so: one sentence.
    package var meaning: String
    /// The ids of the rules whose findings are likely the cause, the likeliest first, each once.
    package var rules: [String]
    /// Where to look when the request conforms: one or more sentences.
    package var elsewhere: String

    /// Makes an entry of the catalogue; a rule that is given twice counts where it stands first.
    @inline(never)
    package init(
        _ texts: [String],
        of software: String,
        about kind: ServerErrorKind,
        meaning: String,
        rules: [String],
        elsewhere: String
    ) {
        // Not inlined: the compiler would expand it in each entry of the catalogue.
        var seen: Set<String> = []
        self.texts = texts
        self.software = software
        self.kind = kind
        self.meaning = meaning
        self.rules = rules.filter { seen.insert($0).inserted }
        self.elsewhere = elsewhere
    }

    /// The texts of each entry of the catalogue, reduced.
    private static let knownTexts = ServerErrorCatalogue.all.map { $0.texts.map(ServerErrorText.init) }

    /// The entries whose texts occur in a text from a log, the most specific first.
    ///
    /// Letter case, quotes, punctuation and numbers do not count, nor does what stands before or after: the class of an
    /// exception, a stack trace. A text that is a piece of a longer one that occurs says nothing of its own: `unexpected
    /// EOF` of Go in what Tomcat writes. Of a text longer than ``ServerErrorText/byteLimit`` the beginning is looked at.
    package static func found(in text: String) -> [ServerError] {
        let words = ServerErrorText(text)
        let matches = zip(ServerErrorCatalogue.all, knownTexts).enumerated()
            .map { index, known in Match(error: known.0, index: index, texts: known.1.filter(words.holds)) }
            .filter { !$0.texts.isEmpty }
        return matches.filter { match in !matches.contains(where: match.isPiece) }
            .sorted { ($1.length, $0.index) < ($0.length, $1.index) }
            .map(\.error)
    }

    /// An entry of which texts occur.
    private struct Match {
        let error: ServerError
        /// Its place in the catalogue, from 0.
        let index: Int
        /// Those of its texts that occur.
        let texts: [ServerErrorText]

        /// The length of the longest of them: of two texts that both occur, the longer one is more specific.
        var length: Int { texts.map(\.length).max() ?? 0 }

        /// Whether each of its texts is a piece of a longer text of another entry.
        func isPiece(of other: Match) -> Bool {
            other.index != index
                && texts.allSatisfy { text in
                    other.texts.contains { $0.length > text.length && $0.holds(text) }
                }
        }
    }
}

extension ServerError {
    /// A known text that resembles another one, and who says it.
    package struct Neighbour: Hashable, Sendable {
        /// The known text.
        package var text: String
        /// The software that writes it.
        package var software: String
    }

    /// The known texts that share the most words with a text that no entry knows; none where too few are shared.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - limit: how many to return.
    /// - Returns: the texts, the nearest first, each software once.
    package static func nearest(to text: String, limit: Int = 3) -> [Neighbour] {
        // Of a long text the beginning tells.
        let words = ServerErrorText(String(text.prefix(4_000))).distinctWords
        let known = ServerErrorCatalogue.all.flatMap { error in
            error.texts.map { (text: $0, error: error, words: ServerErrorText($0).distinctWords) }
        }
        var uses: [String: Int] = [:]
        for entry in known { for word in entry.words { uses[word, default: 0] += 1 } }
        // A word that few texts have counts more than one that all have.
        func weight(_ words: Set<String>) -> Double {
            words.reduce(0) { $0 + 1 / Double(uses[$1] ?? 1) }
        }
        let near = known.enumerated()
            .map { index, entry in
                let shared = entry.words.intersection(words)
                let share = shared.count < 2 ? 0 : weight(shared) / weight(entry.words)
                return (entry: entry, share: share, count: shared.count, index: index)
            }
            .filter { $0.share >= 0.4 }
            .sorted { ($1.share, $1.count, $0.index) < ($0.share, $0.count, $1.index) }
        var seen: Set<String> = []
        return near.filter { seen.insert($0.entry.error.software).inserted }.prefix(limit)
            .map { Neighbour(text: $0.entry.text, software: $0.entry.error.software) }
    }
}

/// A text reduced to what is the same wherever it is logged: words in lowercase, every number as 0.
package struct ServerErrorText: Sendable {
    /// The greatest number of bytes of a text that are searched: the first lines of a stack trace name the
    /// software.
    package static let byteLimit = 64 * 1024

    private let pieces: [String]
    private let whole: String

    /// Reduces a text; `…` separates pieces between which anything may stand.
    init(_ text: String) {
        pieces = String(decoding: text.utf8.prefix(Self.byteLimit), as: UTF8.self)
            .split(separator: "…")
            .map { " " + Self.words($0).joined(separator: " ") + " " }
            .filter { $0.count > 2 }
        whole = pieces.joined(separator: " ")
    }

    /// The number of characters of its pieces.
    var length: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Whether all pieces of another text occur in this one, in their order.
    func holds(_ other: ServerErrorText) -> Bool {
        var rest = whole[...]
        for piece in other.pieces {
            guard let place = rest.firstRange(of: piece) else { return false }
            // The blank after a word may be that before the next one.
            rest = rest[rest.index(before: place.upperBound)...]
        }
        return !other.pieces.isEmpty
    }

    /// Each word once, numbers and hyphens left out.
    var distinctWords: Set<String> {
        Set(whole.split(separator: " ").map(String.init)).subtracting(["0", "-"])
    }

    /// The words: letters and digits of any script; a run of digits is the word 0, a hyphen by itself a word too.
    ///
    /// By that hyphen a parser of JSON tells which character it did not expect.
    private static func words(_ text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        let characters = Array(text.lowercased())
        for (index, character) in characters.enumerated() {
            if character.isNumber {
                if word == "0" { continue }
                end()
                word = "0"
            } else if character.isLetter {
                if word == "0" { end() }
                word.append(character)
            } else if character == "-" {
                end()
                let neighbours = characters[max(index - 1, 0)...].prefix(index > 0 ? 3 : 2)
                if neighbours.count(where: { $0.isLetter || $0.isNumber || $0 == "-" }) == 1 {
                    words.append("-")
                }
            } else if character != "'" && character != "’" {
                end()
            }
        }
        end()
        return words
    }
}
