import Mustache
import Profiles

/// The page that shows the matrix of recorded clients: one file, nothing loaded, nothing run.
enum ClientMatrixPage {
    /// The page's text.
    static func text(_ matrix: ClientMatrix) -> String {
        template.render([
            "policy": "default-src 'none'; style-src '\(styleHash)'; base-uri 'none'; form-action 'none'",
            "style": style,
            "summary": matrix.summary,
            "habits": matrix.habits.map(\.title),
            "rows": matrix.rows.map { row -> [String: Any] in
                [
                    "id": row.client.profile.id,
                    "name": row.client.profile.name,
                    "versions": row.client.profile.versions,
                    "uploads": Quantity.of(row.client.uploadCount, "upload"),
                    "cells": row.cells.map { cell -> [String: Any] in
                        [
                            "kind": (cell.isUnusual ? "odd" : "") + (Self.isLong(cell) ? " long" : ""),
                            "values": cell.values,
                        ]
                    },
                ]
            },
        ])
    }

    /// Whether a cell is better read in a wide column.
    private static func isLong(_ cell: ClientMatrix.Cell) -> Bool { cell.values.contains { $0.count > 60 } }

    /// What the browser compares the style sheet with before it uses it (CSP level 3 §2.3.1).
    static let styleHash = "sha256-Y0eC7uq/6GkLqsvXCoajN0haAxlF5Tr/oXDiVrhr/ug="

    /// The style sheet.
    static let style = """

        :root {
          color-scheme: light dark;
          --ground: light-dark(#fff, #14161a); --ink: light-dark(#1b1e23, #e4e6ea);
          --soft: light-dark(#6a7079, #8d949e); --line: light-dark(#d9dde3, #2f343c);
          --head: light-dark(#f4f6f8, #1c2026); --odd: light-dark(#8a3b12, #ffb27d);
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
        header { padding: 1.6rem 1.4rem 1rem; max-width: 46rem; }
        h1 { font-size: 1.5rem; margin: 0 0 .4rem; letter-spacing: -.01em; }
        header p { margin: .2rem 0; color: var(--soft); }
        .frame { overflow: auto; max-height: calc(100vh - 1rem); border-block: 1px solid var(--line); }
        table { border-collapse: separate; border-spacing: 0; font-size: .84rem; }
        th, td { text-align: left; vertical-align: top; padding: .5rem .8rem; border-bottom: 1px solid var(--line); }
        thead th { position: sticky; top: 0; z-index: 1; background: var(--head); white-space: nowrap; font-weight: 600; }
        tbody th { position: sticky; left: 0; background: var(--head); font-weight: 400; min-width: 10.5rem;
          max-width: 13rem; border-right: 1px solid var(--line); }
        thead th:first-child { left: 0; z-index: 2; border-right: 1px solid var(--line); }
        tbody th b { display: block; font-weight: 600; }
        tbody th span { color: var(--soft); font-size: .92em; }
        td { min-width: 10rem; max-width: 30rem; }
        td.long { min-width: 26rem; }
        td span { display: block; font-family: ui-monospace, monospace; font-size: .93em; overflow-wrap: anywhere; }
        td span + span { margin-top: .35rem; padding-top: .35rem; border-top: 1px dotted var(--line); }
        td.odd span { color: var(--odd); }
        tbody tr:hover td { background: var(--head); }
        footer { padding: 1rem 1.4rem 2rem; color: var(--soft); font-size: .84rem; }
        @media (max-width: 40rem) { tbody th { min-width: 7rem; max-width: 8rem; } header { padding: 1rem; } }
        @media print { .frame { overflow: visible; max-height: none; } table { font-size: 7pt; } }

        """

    private static let template: MustacheTemplate = {
        do {
            return try MustacheTemplate(string: page)
        } catch {
            preconditionFailure("the page's template is wrong: \(error)")
        }
    }()

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="{{policy}}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>How clients write forms</title>
        <style>{{{style}}}</style>
        </head>
        <body>
        <header>
        <h1>How clients write forms</h1>
        <p>What each client does habitually, read off its captures. What few others do stands out; an empty cell means \
        that no capture gives the occasion to tell.</p>
        <p>{{summary}}</p>
        </header>
        <div class="frame" tabindex="0" role="region" aria-label="Clients and their habits">
        <table>
        <thead>
        <tr><th scope="col">client</th>{{#habits}}<th scope="col">{{.}}</th>{{/habits}}</tr>
        </thead>
        <tbody>
        {{#rows}}
        <tr id="{{id}}">
        <th scope="row"><b>{{name}}</b><span>{{versions}}<br>{{uploads}}</span></th>
        {{#cells}}
        <td class="{{kind}}">{{#values}}<span>{{.}}</span>{{/values}}</td>
        {{/cells}}
        </tr>
        {{/rows}}
        </tbody>
        </table>
        </div>
        <footer>Written by partwise clients.</footer>
        </body>
        </html>

        """
}
