import Bytes
package import Inspection
package import Profiles

/// The known clients, one in each row, or one of them in full.
package enum ClientList {
    /// Writes the catalogue for people.
    package static func write(style: TextStyle, to sink: any TextSink) {
        var table = TextTable([
            TextTable.Column(title: "client"), TextTable.Column(title: "known"),
            TextTable.Column(title: "name, version"), TextTable.Column(title: "boundary"),
        ])
        table.rows = ClientCatalogue.all.map { profile in
            [
                TextTable.Cell(profile.id, .strong),
                TextTable.Cell(profile.source.rawValue, profile.source == .recorded ? .good : .faint),
                TextTable.Cell("\(profile.name), \(profile.versions)"),
                TextTable.Cell(profile.words(for: .boundary).joined(separator: "; "), .faint),
            ]
        }
        for row in table.text(style, fitting: style.width) { sink.line(row) }
        sink.line()
        let counts = [ClientProfile.Source.recorded, .noted, .described].map { source in
            "\(ClientCatalogue.all.count { $0.source == source }) \(source.words)"
        }
        for row in "\(Quantity.of(ClientCatalogue.all.count, "client")): \(counts.joined(separator: "; "))"
            .lines(of: style.width)
        {
            sink.line(row)
        }
        sink.line("partwise clients CLIENT lists its habits")
    }

    /// Writes one client with all its habits.
    package static func write(_ profile: ClientProfile, style: TextStyle, to sink: any TextSink) {
        sink.line("\(style.paint(profile.id, .strong))  \(profile.name)")
        sink.line("\(profile.versions); \(profile.source.words)")
        sink.line()
        let width = Habit.allCases.map(\.title.columns).max() ?? 0
        for habit in Habit.allCases {
            let words = profile.words(for: habit)
            for (index, value) in words.enumerated() {
                let title = index == 0 ? habit.title : "or"
                for (number, line) in value.lines(of: style.width - width - 2).enumerated() {
                    let label = (number == 0 ? title : "").padded(to: width, right: index > 0)
                    sink.line("\(style.paint(label, .faint))  \(line)")
                }
            }
        }
    }

    /// Writes the catalogue, or one client of it, as a JSON array.
    package static func writeJSON(_ profiles: [ClientProfile], to sink: any TextSink) {
        sink.line(JSONText.indented(.array(profiles.map { JSONValue($0) })))
    }

    /// Writes the catalogue, or one client of it, as a page of Markdown.
    package static func writeMarkdown(_ profiles: [ClientProfile], to sink: any TextSink) {
        sink.line("# Known clients")
        for profile in profiles {
            sink.line()
            sink.line("## \(profile.id)")
            sink.line()
            sink.line(
                MarkdownText.escaped("\(profile.name), \(profile.versions); \(profile.source.words)")
            )
            sink.line()
            sink.line("| habit | |")
            sink.line("|---|---|")
            for habit in Habit.allCases {
                let words = profile.words(for: habit).map(MarkdownText.escaped)
                guard !words.isEmpty else { continue }
                sink.line("| \(habit.title) | \(words.joined(separator: "<br>")) |")
            }
        }
    }
}
