import Bytes
import Inspection
import InspectionRules
import Reporting

/// Bodies and receivers as a page: a sign in each cell, which leads to the bytes, to the form that was meant, and to what
/// was read.
package struct GridPage {
    private let grid: ReceiverGrid
    private let bodies: [LabBody]
    /// Where the sections of bodies stand.
    private let places: [String: String]
    /// The receivers' names, as they are shown.
    private let names: [String]

    private init(_ grid: ReceiverGrid) {
        self.grid = grid
        bodies = grid.bodies
        places = Dictionary(uniqueKeysWithValues: bodies.enumerated().map { ($1.id, "b\($0)") })
        names = grid.receivers.map { Self.shown($0.name) }
    }

    /// The page's text.
    package static func text(_ grid: ReceiverGrid) -> String {
        MatrixPage.grid.text(grid.title, GridPage(grid).content)
    }

    private var content: Markup {
        """
        <header>
        <h1>\(grid.title)</h1>
        <p>Each row is a body with one peculiarity, each sign what a receiver did with it, held against the form that its \
        sender meant. A sign leads to the bytes and to the readings.</p>
        <ul class="key">
        \(key)
        </ul>
        \(receivers)\(filters)</header>
        \(matrix)\(bodies.map { section(GridReading($0, in: grid)) })\(differentials)\
        \(GridProxies(grid).section(places))\
        <footer>Written by partwise probe.</footer>
        <script>\(MatrixPage.grid.script)</script>

        """
    }

    // MARK: The head of the page

    private var key: Markup {
        let signs = ProbeSign.allCases.map { ($0.word, $0.rawValue, $0.meaning) }
        return "\((signs + (grid.receivers(.checker).isEmpty ? [] : Self.checkerSigns)).map(Self.entry))"
    }

    /// What the signs of checkers mean.
    private static let checkerSigns = [
        ("pass", "·", "a checker passes it"),
        ("flag", "⚑", "a checker passes and flags it"),
        ("block", "✗", "a checker blocks it"),
    ]

    private static func entry(_ word: String, _ sign: String, _ meaning: String) -> Markup {
        "<li><b class=\"\(word)\">\(sign)</b> \(meaning)</li>"
    }

    /// The receivers, with what they are and how often they did what.
    private var receivers: Markup {
        let rows = zip(grid.receivers, names).map { receiver, name -> Markup in
            let counts = ProbeSign.allCases.map { sign -> Markup in
                let count = self.signs(of: receiver).count { $0 == sign }
                return "<td>\(count == 0 ? "" : String(count))</td>"
            }
            return """
                <tr><th scope="row">\(name)</th><td>\(Self.shown(receiver.version))</td>\
                <td>\(Self.shown(receiver.parser))</td><td>\(Self.shown(receiver.package))</td>\(counts)</tr>

                """
        }
        let signs = ProbeSign.allCases.map { sign in
            """
            <th scope="col" class="\(sign.word)" title="\(sign.meaning)">\(sign.rawValue)</th>
            """ as Markup
        }
        return """
            <details class="receivers">
            <summary>\(grid.summary)</summary>
            <table>
            <thead><tr><th scope="col">receiver</th><th scope="col">version</th>\
            <th scope="col">what parses forms</th><th scope="col">package</th>\(signs)</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </details>

            """
    }

    private var filters: Markup {
        let signs = ProbeSign.allCases.map { sign in
            "<option value=\"\(sign.word)\">\(sign.rawValue) \(sign.meaning)</option>" as Markup
        }
        let wide: Markup = """
            <label>receivers <input type="search" id="receivers" placeholder="name or parser" autocomplete="off"></label>
            <label><input type="checkbox" id="split"> only where they differ</label>

            """
        return """
            <form id="filters" class="filters" hidden>
            <label>bodies <input type="search" id="text" placeholder="id, words or rule" autocomplete="off"></label>
            <label>group <select id="group"><option value="">all</option>\
            \(groups.map { "<option>\($0)</option>" as Markup })</select></label>
            <label>with <select id="sign"><option value="">any sign</option>\(signs)</select></label>
            \(isWide ? wide : nil)<output id="shown"></output>
            </form>

            """
    }

    // MARK: The matrix

    private var isWide: Bool { grid.receivers.count > 1 }
    private var groups: [String] {
        bodies.reduce(into: []) { if $0.last != $1.group { $0.append($1.group) } }
    }

    private func signs(of receiver: ReceiverGrid.Receiver) -> [ProbeSign] {
        bodies.compactMap { grid.result(receiver, $0.id)?.sign }
    }

    private var matrix: Markup {
        let columns = zip(grid.receivers, names).map { receiver, name -> Markup in
            let details = [receiver.version, receiver.parser].compactMap(\.self).map { Self.shown($0) }
            let parser = Self.shown(receiver.parser)
            return """
                <th scope="col" data-text="\(name) \(parser)" title="\(([name] + details).joined(separator: " · "))">\
                <span>\(name)</span></th>
                """
        }
        let counts = grid.receivers.map { receiver -> Markup in
            let signs = signs(of: receiver)
            return "<td>\(signs.isEmpty ? "" : String(signs.count { $0 == .asMeant }))</td>"
        }
        let words: Markup = "<th scope=\"col\" class=\"words\">what it is, and what was read otherwise</th>"
        return """
            <main class="frame" tabindex="0" aria-label="Bodies and receivers">
            <table id="grid">
            <thead>
            <tr><th scope="col">body</th>\(columns)\(isWide ? nil : words)</tr>
            <tr class="counts"><th scope="row">read as meant</th>\(counts)\(isWide ? nil : "<td></td>" as Markup)</tr>
            </thead>
            \(groups.map(rows))</table>
            </main>

            """
    }

    private func rows(of group: String) -> Markup {
        """
        <tbody data-group="\(group)">
        <tr class="group"><th scope="rowgroup" colspan="\(names.count + (isWide ? 1 : 2))"><span>\(group)</span></th></tr>
        \(bodies.filter { $0.group == group }.map(row))</tbody>

        """
    }

    private func row(_ body: LabBody) -> Markup {
        let place = places[body.id] ?? ""
        let cells = zip(grid.receivers, names).map { receiver, name -> Markup in
            guard let cell = grid.cell(receiver, body.id) else { return "<td></td>" }
            return """
                <td><a class="\(cell.word)" href="#\(place)" title="\(name), \(body.id): \(cell.meaning)">\
                \(cell.sign)</a></td>
                """
        }
        var words: Markup?
        if !isWide, let receiver = grid.receivers.first, let result = grid.result(receiver, body.id) {
            let effects = result.effects.map { "<b>\(PrintableText.text($0, limit: 400))</b>" as Markup }
            words = "<td class=\"words\">\(body.purpose)\(effects)</td>"
        }
        return """
            <tr data-text="\(body.id) \(body.purpose) \(body.rule ?? "")"><th scope="row"><a href="#\(place)" \
            title="\(body.purpose)">\(body.id)</a></th>\(cells)\(words)</tr>

            """
    }

    // MARK: Bodies

    private func section(_ reading: GridReading) -> Markup {
        let body = reading.body
        let rule = body.rule.flatMap { RuleCatalogue.ofForms.rule($0) }
        let named = rule.map { " · <code>\($0.id)</code> \($0.clauses.first?.name ?? "")" as Markup }
        return """
            <section class="cell" id="\(places[body.id] ?? "")">
            <a class="close" href="#_" title="close">×</a>
            <h2>\(body.id)</h2>
            <p class="purpose">\(body.purpose)\(named)</p>
            <div class="sides">
            <pre>\(reading.lines.map { "\($0)\n" as Markup })</pre>
            <div class="readings">
            <h3>meant</h3>
            \(reading.meant.map(Self.field))
            \(reading.groups.map(self.reading))</div>
            </div>
            </section>

            """
    }

    private func reading(_ group: GridReading.Group) -> Markup {
        var effects: [Markup] = []
        var status: Markup?
        if case .result(let result) = group.cell {
            effects = result.effects.map {
                "<p class=\"effect\">\(PrintableText.text($0, limit: 400))</p>"
            }
            status = result.status.map { " (\($0))" }
        }
        return """
            <div class="reading" data-receivers="\(group.receivers.map(String.init).joined(separator: " "))">
            <h3><b class="\(group.cell.word)">\(group.cell.sign)</b> \(group.cell.meaning)\(status) \
            <span>\(group.receivers.map { names[$0] }.joined(separator: ", "))</span></h3>
            \(group.fields.map(Self.field))
            \(effects)
            </div>

            """
    }

    private static func field(_ line: String) -> Markup { "<p class=\"field\">\(line)</p>" }

    private static func shown(_ text: String?) -> String { PrintableText.text(text ?? "", limit: 60) }

    // MARK: Differentials

    private var differentials: Markup? {
        let rows = GridDifferentials(grid).rows.map { row -> Markup in
            let flags: Markup? = row.flags.isEmpty ? nil : " <i>flags \(row.flags)</i>"
            let readers = row.readers.map { "<p>\($0.names): \($0.effects)</p>" as Markup }
            return """
                <tr><td>\(row.checker)\(flags)</td><td><a href="#\(places[row.body] ?? "")">\(row.body)</a></td>\
                <td><code>\(row.rule)</code> \(row.clause)</td><td>\(readers)</td></tr>

                """
        }
        return rows.isEmpty
            ? nil
            : """
            <section class="differentials">
            <h2>Passed by a checker, read otherwise behind it</h2>
            <table>
            <thead><tr><th scope="col">checker</th><th scope="col">body</th><th scope="col">rule and clause</th>\
            <th scope="col">behind it</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </section>

            """
    }
}

extension ReceiverGrid {
    /// What a report of it is called.
    var title: String {
        receivers.count == 1
            ? "What \(PrintableText.text(receivers[0].name)) reads in form bodies"
            : "What receivers read in form bodies"
    }

    /// How much it holds, and of when it is.
    var summary: String {
        let checkers = receivers(.checker).count
        let counts: [(Int, String, String?)] = [
            (receivers.count - checkers, "receiver", nil), (checkers, "checker", nil),
            (proxies.count, "proxy", "proxies"), (bodies.count, "body", "bodies"),
        ]
        let list = counts.filter { $0.0 > 0 }.map { Quantity.of($0.0, $0.1, $0.2) }
        return list.joined(separator: ", ")
            + (date.isEmpty ? "" : ", run \(PrintableText.text(date, limit: 40))")
    }
}
