import Crypto
import Foundation

/// The style and the script of a page, and the policy that lets nothing else act in it.
struct PageAssets {
    /// The style sheet.
    let style: String
    /// The script; empty where the page runs none.
    let script: String

    /// Joins style sheets and scripts, in order; a script's names are its own.
    init(styles: [[UInt8]], scripts: [[UInt8]] = []) {
        style = Self.joined(styles)
        script = scripts.isEmpty ? "" : "\"use strict\";\n(() => {\n" + Self.joined(scripts) + "})();\n"
    }

    /// What the page may do: apply this style and run this script, each known by its digest, and nothing else (CSP3 §2).
    ///
    /// No address can be asked for anything, so what a capture holds cannot even tell that it was looked at.
    var policy: String {
        let scripts = script.isEmpty ? "" : "script-src '\(Self.source(script))'; "
        return "default-src 'none'; \(scripts)style-src '\(Self.source(style))'; "
            + "img-src data:; base-uri 'none'; form-action 'none'"
    }

    /// The hash source of an inline element's text (CSP3 §2.3.1).
    private static func source(_ text: String) -> String {
        "sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString()
    }

    private static func joined(_ files: [[UInt8]]) -> String {
        files.map { String(decoding: $0, as: UTF8.self) }.joined()
    }
}

extension PageAssets {
    /// Those of the report on exchanges.
    static let report = PageAssets(
        styles: [PackageResources.page_css, PackageResources.exchanges_css, PackageResources.bytes_css],
        scripts: [
            PackageResources.dom_js, PackageResources.glyphs_js, PackageResources.block_js,
            PackageResources.bytes_js, PackageResources.tree_js, PackageResources.exchange_js,
            PackageResources.list_js, PackageResources.theme_js,
        ]
    )

    /// Those of a comparison of requests.
    static let comparison = PageAssets(
        styles: [
            PackageResources.page_css, PackageResources.exchanges_css, PackageResources.bytes_css,
            PackageResources.comparison_css,
        ],
        scripts: [
            PackageResources.dom_js, PackageResources.glyphs_js, PackageResources.block_js,
            PackageResources.bytes_js, PackageResources.comparison_js, PackageResources.theme_js,
        ]
    )

    /// Those of the habits of clients.
    static let clients = PageAssets(styles: [PackageResources.clients_css])
}
