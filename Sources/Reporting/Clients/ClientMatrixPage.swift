import Bytes
import Profiles

/// The HTML page with the matrix of recorded clients: one file without external resources or scripts.
enum ClientMatrixPage {
    /// The page's text.
    static func text(_ matrix: ClientMatrix) -> String {
        let context: PageTemplates.Context = [
            "policy": PageAssets.clients.policy,
            "style": PageAssets.clients.style,
            "summary": matrix.summary,
            "habits": matrix.habits.map(\.title),
            "rows": matrix.rows.map { row -> PageTemplates.Context in
                [
                    "id": row.client.profile.id,
                    "name": row.client.profile.name,
                    "versions": row.client.profile.versions,
                    "uploads": Quantity.of(row.client.uploadCount, "upload"),
                    "cells": row.cells.map { cell -> PageTemplates.Context in
                        [
                            "kind": (cell.isUnusual ? "odd" : "") + (Self.isLong(cell) ? " long" : ""),
                            "values": cell.values,
                        ]
                    },
                ]
            },
        ]
        return PageTemplates().text("clients", context)
    }

    /// Whether a cell needs a wide column.
    private static func isLong(_ cell: ClientMatrix.Cell) -> Bool { cell.values.contains { $0.count > 60 } }
}
